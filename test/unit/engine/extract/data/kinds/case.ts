import type { OutputSchema } from "../../../../../../src/contract/fields/outputSchema.ts";

/** A small page, the request and the expected result. */
export interface KindCase {
  readonly name: string;
  readonly body: string;
  readonly head?: string;
  readonly lang?: string;
  readonly path?: string;
  readonly schema?: OutputSchema;
  readonly instructions?: string;
  /** Fields of the first records in their order, or of the one item; as many as `count` says. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly count?: number;
}

export const repeat = (names: readonly string[], write: (name: string, at: number) => string): string =>
  names.map(write).join("\n");

export const TEXT =
  "The morning was cold and clear, and the people of the small town had already gathered in the square, where the market would open within the hour and the smell of fresh bread hung between the old houses.";
export const PROSE = `<p>${TEXT}</p><p>Nobody could say when it had begun. ${TEXT}</p><p>In the end they agreed to wait. ${TEXT}</p>`;
export const NAMES = ["Alder", "Birch", "Cedar", "Douglas", "Elm", "Fir"] as const;
