/** The parts of CloudFormation's and the CDK's file formats that the runner reads. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: JsonObject;
  /** The CDK's metadata. */
  readonly Metadata?: JsonObject;
}

export interface Template {
  readonly Parameters?: Readonly<Record<string, { readonly Default?: Json }>>;
  readonly Resources?: Readonly<Record<string, TemplateResource>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: Json; readonly Export?: { readonly Name: Json } }>
  >;
}

/** One stack of the assembly. */
export interface Stack {
  readonly name: string;
  /** Includes the resources of nested stacks. */
  readonly template: Template;
  /** Folder of each asset, by the S3 key under which the stack would upload it. */
  readonly assetFolders: ReadonlyMap<string, string>;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const asObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

export const asArray = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export const asText = (value: Json | undefined): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;

/** A number of the template. CloudFormation also accepts numbers as text. */
export const asNumber = (value: Json | undefined): number | undefined => {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};
