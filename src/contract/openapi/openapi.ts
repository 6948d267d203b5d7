/** The OpenAPI 3.1 document, made from the operation table. */
import { EXAMPLES } from "../examples/examples.ts";
import { type Operation, takesIdempotencyKey } from "../operation.ts";
import { type OperationName, operationEntries } from "../operations.ts";
import { describeSchemas, type Json, type OperationSchemas } from "../schemas.ts";
import { ERROR_SCHEMA, errorResponses } from "./openapiErrors.ts";
import { COMPONENTS, headerRef, responseHeaders } from "./openapiParts.ts";

/** Two ways to send the same key or a device's token, and a person's session. */
const SECURITY: readonly Json[] = [{ apiKey: [] }, { bearer: [] }, { session: [] }];

const securityOf = ({ scope, session, takesToken }: Operation): readonly Json[] => {
  if (session === "needed") return SECURITY;
  if (session === "browser") return [{ session: [] }];
  if (scope === null) return [];
  return takesToken ? [...SECURITY, { flowToken: [] }] : SECURITY;
};

const needsOf = ({ scope, session }: Operation): string => {
  if (session === "needed") return "Needs a session or a device's token, not a key.";
  if (session === "browser") return "Needs a browser's session.";
  return scope === null ? "Needs no key." : `Needs the scope \`${scope}\`.`;
};

/** Returned by the gateway, before any function is called. */
const GATEWAY_RESPONSES: Json = {
  HeadersTooLarge: { description: "Address and headers of the request are larger than 10 KB together." },
};

const parametersOf = (operation: Operation, { params, query }: OperationSchemas): Json[] => {
  const listed = (schema: Json | undefined, place: "path" | "query"): Json[] => {
    const { properties = {}, required = [] } = (schema ?? {}) as {
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
  return [
    ...listed(params, "path"),
    ...listed(query, "query"),
    ...(takesIdempotencyKey(operation) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(operation.waits ? [{ $ref: "#/components/parameters/Prefer" }] : []),
    ...(operation.errors?.includes("version-mismatch") ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
  ];
};

const LIST_FIELDS: Json = {
  total: { type: "integer", minimum: 0, description: "Exact count of all records that the filters match." },
  nextCursor: { type: "string", description: "Where the next page begins; absent on the last one." },
};

const fileContent = (type: string): Json => ({
  schema: type === "application/json" ? { type: "array", items: { type: "object" } } : { type: "string" },
});

const successContent = ({ success }: Operation, answer: Json | undefined, example: unknown): Json => {
  if ("text" in success) {
    const type = success.text === "application/json" ? "object" : "string";
    return { [success.text]: { schema: { type } } };
  }
  if ("file" in success) return Object.fromEntries(success.file.map((type) => [type, fileContent(type)]));
  const json = (schema: unknown, shown: unknown): Json => ({
    "application/json": { schema, example: shown },
    ...(success.orText && {
      [success.orText.type.split(";")[0] ?? ""]: {
        schema: { type: "string", description: success.orText.when },
      },
    }),
  });
  if ("bare" in success) return json(answer, example);
  if ("data" in success)
    return json({ type: "object", required: ["data"], properties: { data: answer } }, { data: example });
  const properties = { data: { type: "array", items: answer }, ...LIST_FIELDS };
  return json({ type: "object", required: ["data", "total"], properties }, { data: [example], total: 1 });
};

/** Keeps only the fields in the answer's schema, because records and their summaries share examples. */
const pick = (example: unknown, answer: Json | undefined, components: Json): unknown => {
  const name =
    String(answer?.$ref ?? "")
      .split("/")
      .at(-1) ?? "";
  const { properties } = ((components[name] as Json | undefined) ?? answer ?? {}) as { properties?: Json };
  if (!properties || example === undefined) return example;
  return Object.fromEntries(Object.entries(example as Json).filter(([field]) => field in properties));
};

const operationObject = (
  name: OperationName,
  operation: Operation,
  schemas: OperationSchemas,
  components: { readonly schemas: Json; readonly responses: Json },
): Json => {
  const { tag, summary, description, scope, success } = operation;
  const parameters = parametersOf(operation, schemas);
  const examples: Partial<Record<OperationName, { body?: unknown; answer?: unknown; unfinished?: unknown }>> =
    EXAMPLES;
  const example = examples[name] ?? {};
  const headers = responseHeaders(scope !== null);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, needsOf(operation)].filter(Boolean).join("\n\n"),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(schemas.body && {
      requestBody: {
        required: operation.bodyIsOptional !== true,
        content: { "application/json": { schema: schemas.body, example: example.body } },
      },
    }),
    responses: {
      [success.status]: {
        description: success.description,
        headers: {
          ...headers,
          ...(success.location !== undefined && { Location: headerRef("Location") }),
          ...(success.etag && { ETag: headerRef("ETag") }),
          ...(operation.waits && { "Preference-Applied": headerRef("PreferenceApplied") }),
          ...("file" in success && { ETag: headerRef("FileETag") }),
        },
        content: successContent(
          operation,
          schemas.answer,
          pick(example.answer, schemas.answer, components.schemas),
        ),
      },
      ...(success.unfinished !== undefined && {
        202: {
          description: success.unfinished,
          headers: {
            ...headers,
            ...(success.location !== undefined && { Location: headerRef("Location") }),
          },
          content: successContent(
            operation,
            schemas.answer,
            pick(example.unfinished, schemas.answer, components.schemas),
          ),
        },
      }),
      ...("file" in success && {
        304: {
          description: "The `ETag` was sent as If-None-Match: nothing is new.",
          headers: { ...headers, ETag: headerRef("FileETag") },
        },
      }),
      ...(success.redirect !== undefined && {
        303: {
          description: success.redirect,
          headers: { ...headers, Location: headerRef("SignedLink") },
        },
      }),
      ...errorResponses(operation, components.responses),
      431: { $ref: "#/components/responses/HeadersTooLarge" },
    },
  };
};

/** Tags in the order in which they are shown; unlisted tags come last. */
const TAG_ORDER = [
  "Extraction",
  "Flows",
  "Runs",
  "Monitors",
  "Alerts",
  "Webhooks",
  "Screenshots",
  "Account",
  "API keys",
];

const rankOf = (tag: string): number => {
  const rank = TAG_ORDER.indexOf(tag);
  return rank < 0 ? TAG_ORDER.length : rank;
};

/** The whole document. Deterministic: the same table gives the same text. */
export const buildOpenApi = (version: string): Json => {
  const entries = operationEntries();
  const { of, components } = describeSchemas(entries);
  const responses: Json = { ...GATEWAY_RESPONSES };
  const paths: Record<string, Json> = {};
  for (const [name, operation] of entries)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(name, operation, of(name), {
        schemas: components,
        responses,
      }),
    };
  const tags = [...new Set(entries.map(([, { tag }]) => tag))]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((name) => ({ name }));
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
    security: SECURITY,
    paths,
    components: { ...COMPONENTS, responses, schemas: { ErrorBody: ERROR_SCHEMA, ...components } },
  };
};
