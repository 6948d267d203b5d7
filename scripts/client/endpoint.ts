/** What the client is generated from: operations of the OpenAPI document. */
import type { JsonSchema } from "./types.ts";

export interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

interface Media {
  readonly schema?: JsonSchema;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}
