/** Properties of something; `@type` lists its types without their vocabulary. */
export interface Entity {
  readonly source: "json-ld" | "microdata" | "rdfa";
  readonly types: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}
