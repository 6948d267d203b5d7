/** The OpenAPI 3.1 document, made from the operation table. */
import * as z from "zod";
import { ERRORS, type ErrorCode } from "./errors.ts";
import type { Operation, Success } from "./operation.ts";
import { operationEntries } from "./operations.ts";

type Json = Record<string, unknown>;

/** JSON Schema 2020-12 of a zod schema, as OpenAPI 3.1 embeds it. */
const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return rest;
};

const ERROR_SCHEMA: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId"],
      properties: {
        code: { type: "string", enum: Object.keys(ERRORS) },
        message: { type: "string" },
        requestId: { type: "string" },
        details: {
          type: "array",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: { path: { type: "string" }, message: { type: "string" } },
          },
        },
      },
    },
  },
};

/** Codes with which an operation may answer: those that follow from its row, and its own. */
export const errorsOf = (operation: Operation): ErrorCode[] => {
  const codes = new Set<ErrorCode>(operation.errors);
  codes.add("internal");
  codes.add("timeout");
  if (operation.scope !== null) {
    for (const code of ["unauthenticated", "missing-scope", "rate-limited"] as const) codes.add(code);
  }
  if (operation.params) codes.add("not-found");
  if (operation.params || operation.query || operation.body) codes.add("invalid-request");
  if (operation.body)
    for (const code of ["payload-too-large", "unsupported-media-type"] as const) codes.add(code);
  if (operation.method === "POST" && operation.scope !== null) {
    for (const code of ["idempotency-in-progress", "idempotency-mismatch"] as const) codes.add(code);
  }
  return [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status || a.localeCompare(b));
};

const successSchema = (success: Success): Json => {
  if ("bare" in success) return schemaOf(success.bare, "output");
  if ("data" in success) {
    return { type: "object", required: ["data"], properties: { data: schemaOf(success.data, "output") } };
  }
  return {
    type: "object",
    required: ["data", "total"],
    properties: {
      data: { type: "array", items: schemaOf(success.list, "output") },
      total: {
        type: "integer",
        minimum: 0,
        description: "Exact count of all records that the filters match.",
      },
      nextCursor: { type: "string", description: "Where the next page begins; absent on the last one." },
    },
  };
};

const header = (description: string, schema: Json): Json => ({ description, schema });

const responseHeaders = (operation: Operation): Json => ({
  "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  ...(operation.scope !== null && {
    RateLimit: { $ref: "#/components/headers/RateLimit" },
    "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
  }),
});

const errorResponses = (operation: Operation): Json => {
  const byStatus = Map.groupBy(errorsOf(operation), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes
          .map((code) => `\`${code}\`: ${ERRORS[code].cause} ${ERRORS[code].remedy}`)
          .join("\n\n"),
        headers: responseHeaders(operation),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
};

const parametersOf = ({ params, query }: Operation): Json[] => {
  const listed = (schema: z.ZodObject | undefined, place: "path" | "query"): Json[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, "input") as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...property }]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(description !== undefined && { description }),
      schema: property,
    }));
  };
  return [...listed(params, "path"), ...listed(query, "query")];
};

const operationObject = (name: string, operation: Operation): Json => {
  const { tag, summary, description, scope, success, body } = operation;
  const parameters = parametersOf(operation);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, scope === null ? "Needs no key." : `Needs the scope \`${scope}\`.`]
      .filter(Boolean)
      .join("\n\n"),
    security: scope === null ? [] : [{ apiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } },
    }),
    responses: {
      [success.status]: {
        description: success.description,
        headers: responseHeaders(operation),
        content: { "application/json": { schema: successSchema(success) } },
      },
      ...(success.redirect !== undefined && {
        303: {
          description: success.redirect,
          headers: {
            ...responseHeaders(operation),
            Location: header("A signed link.", { type: "string", format: "uri" }),
          },
        },
      }),
      ...errorResponses(operation),
    },
  };
};

/** The whole document. Deterministic: the same table gives the same text. */
export const buildOpenApi = (version: string): Json => {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of operationEntries()) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(name, operation),
    };
  }
  const tags = [...new Set(operationEntries().map(([, { tag }]) => tag))].map((name) => ({ name }));
  return {
    openapi: "3.1.0",
    info: {
      title: "Gleaner",
      version,
      summary: "Web data collection over HTTP.",
      description:
        "A *flow* is a stored collection job; a *run* is one execution of it. Single records come as `{data}`, " +
        "lists as `{data, total, nextCursor?}`. All times are ISO 8601 in UTC, `cost` is in US dollars, `duration` " +
        "in milliseconds.",
      license: { name: "UNLICENSED", identifier: "LicenseRef-UNLICENSED" },
    },
    servers: [{ url: "/", description: "The deployment that serves this document." }],
    tags,
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
      headers: {
        RequestId: header("Names the request; quote it in a ticket.", { type: "string" }),
        RateLimit: header("Requests left in the present window.", { type: "string" }),
        RateLimitPolicy: header("Requests that the plan allows per window.", { type: "string" }),
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
};
