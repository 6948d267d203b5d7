/** The OpenAPI 3.1 document, made from the operation table. */
import { ERRORS, type ErrorCode } from "./errors.ts";
import { EXAMPLES } from "./examples.ts";
import type { Operation } from "./operation.ts";
import { type OperationName, operationEntries } from "./operations.ts";
import { describeSchemas, type Json, type OperationSchemas } from "./schemas.ts";

/** Either way carries the same key. */
const SECURITY: readonly Json[] = [{ apiKey: [] }, { bearer: [] }];

const securityOf = ({ scope, takesToken }: Operation): readonly Json[] => {
  if (scope === null) return [];
  return takesToken ? [...SECURITY, { flowToken: [] }] : SECURITY;
};

const EXAMPLE_REQUEST_ID = "f3b1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d";

const ERROR_SCHEMA: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId"],
      properties: {
        code: { type: "string", enum: Object.keys(ERRORS) },
        message: { type: "string", description: "A readable summary." },
        requestId: { type: "string", description: "As in the X-Request-Id header." },
        retryable: {
          type: "boolean",
          description:
            "Whether the same request may succeed later. A page that answers 404 is not retryable, one that answers 503 is.",
        },
        details: {
          type: "array",
          description: "What is wrong, one entry for each field.",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: {
              path: { type: "string", description: "As the caller wrote it: `steps[1].fields[0]`." },
              message: { type: "string" },
            },
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
    for (const code of ["invalid-request", "idempotency-in-progress", "idempotency-mismatch"] as const)
      codes.add(code);
  }
  return [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status || a.localeCompare(b));
};

const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

const responseHeaders = (hasKey: boolean): Json => ({
  "X-Request-Id": headerRef("RequestId"),
  ...(hasKey && { RateLimit: headerRef("RateLimit"), "RateLimit-Policy": headerRef("RateLimitPolicy") }),
});

const pascal = (code: string): string =>
  code.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

const errorExample = (code: ErrorCode): Json => ({
  summary: code,
  value: {
    error: {
      code,
      message: ERRORS[code].cause,
      requestId: EXAMPLE_REQUEST_ID,
      retryable: ERRORS[code].retryable,
      ...(code === "invalid-request" && {
        details: [{ path: "steps[0].type", message: "unknown step type: use navigate, extract, paginate" }],
      }),
    },
  },
});

const WAITING_STATUSES: readonly number[] = [429, 503];

const errorResponse = (status: number, codes: readonly ErrorCode[], hasKey: boolean): Json => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].cause} ${ERRORS[code].remedy}`).join("\n\n"),
  headers: {
    // A request that fails authentication is counted against no account.
    ...responseHeaders(hasKey && status !== 401),
    ...(WAITING_STATUSES.includes(status) && { "Retry-After": headerRef("RetryAfter") }),
  },
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/ErrorBody" },
      examples: Object.fromEntries(codes.map((code) => [code, errorExample(code)])),
    },
  },
});

/** Error responses by status, each shared by all operations that can give just these codes. */
const errorResponses = (operation: Operation, shared: Json): Json => {
  const byStatus = Map.groupBy(errorsOf(operation), (code) => ERRORS[code].status);
  const hasKey = operation.scope !== null;
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const name = `${codes.map(pascal).join("Or")}${hasKey ? "" : "WithoutKey"}`;
      shared[name] ??= errorResponse(status, codes, hasKey);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
};

/** Given by the gateway before any function is asked. */
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
  const isRepeatable = operation.method === "POST" && operation.scope !== null;
  return [
    ...listed(params, "path"),
    ...listed(query, "query"),
    ...(isRepeatable ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
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
  if ("data" in success) {
    return json({ type: "object", required: ["data"], properties: { data: answer } }, { data: example });
  }
  const properties = { data: { type: "array", items: answer }, ...LIST_FIELDS };
  return json({ type: "object", required: ["data", "total"], properties }, { data: [example], total: 1 });
};

/** Only what the schema of the answer lists: examples of records are shared by their summaries. */
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
    description: [description, scope === null ? "Needs no key." : `Needs the scope \`${scope}\`.`]
      .filter(Boolean)
      .join("\n\n"),
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

const COMPONENTS: Json = {
  securitySchemes: {
    apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    flowToken: {
      type: "apiKey",
      in: "query",
      name: "token",
      description: "A read-only token of the flow: see POST /flows/{id}/tokens.",
    },
    bearer: { type: "http", scheme: "bearer", description: "The same API key, as a bearer token." },
  },
  parameters: {
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "Makes the request safe to repeat: what it came to is kept for 24 hours and replayed, whatever becomes of " +
        "the connection. A request that was refused took no effect, and leaves the key free.",
      schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
    },
    Prefer: {
      name: "Prefer",
      in: "header",
      required: false,
      description: "`wait=25`: answer when the run is over, if that is within so many seconds (RFC 7240).",
      schema: { type: "string", maxLength: 200 },
      example: "wait=25",
    },
    IfMatch: {
      name: "If-Match",
      in: "header",
      required: false,
      description: "The `version` that the change is meant for; refused with 412 where there is a newer one.",
      schema: { type: "string", pattern: '^(\\*|(W/)?"?[0-9]{1,9}"?)$' },
      example: "3",
    },
  },
  headers: {
    RequestId: { description: "Names the request; quote it in a ticket.", schema: { type: "string" } },
    RateLimit: {
      description: "Requests left in the present window, as `r`, and seconds until it ends, as `t`.",
      schema: { type: "string" },
      example: '"account";r=48;t=1',
    },
    RateLimitPolicy: {
      description: "Requests that the account's plan allows, as `q`, per window of `w` seconds.",
      schema: { type: "string" },
      example: '"account";q=50;w=1',
    },
    RetryAfter: { description: "Seconds to wait before the next attempt.", schema: { type: "integer" } },
    SignedLink: { description: "A signed link.", schema: { type: "string", format: "uri" } },
    Location: {
      description: "Where the record is found.",
      schema: { type: "string", format: "uri-reference" },
      example: "/flows/flow-1795240800000123456",
    },
    PreferenceApplied: {
      description: "Present if the answer is what was waited for.",
      schema: { type: "string" },
      example: "wait=25",
    },
    FileETag: {
      description: "Names what is answered; send it as If-None-Match to be told only of what is new.",
      schema: { type: "string" },
      example: '"run-1795240860000654321.csv"',
    },
    ETag: {
      description: "The record's `version`; send it as If-Match to change no later one.",
      schema: { type: "string" },
      example: '"3"',
    },
  },
};

/** Tags in the order in which people meet them; those that are not named come last. */
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
  for (const [name, operation] of entries) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(name, operation, of(name), {
        schemas: components,
        responses,
      }),
    };
  }
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
