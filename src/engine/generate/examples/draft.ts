/** What examples come to on a page. */
import type { FieldNote } from "../../../contract/fieldNotes.ts";
import type { FieldPlace } from "../../../contract/recordExamples.ts";
import type { Chosen } from "./choose.ts";

export interface ExampleDraft {
  /** Of the records; null: the page is the record. */
  readonly selector: string | null;
  readonly chosen: readonly Chosen[];
  /** Fields whose example was not found, or in several places. */
  readonly notes: readonly FieldNote[];
  readonly count: number;
  /** Share of the records' fields that have a value. */
  readonly filled: number;
  /** How much their values look like the example's, 0 to 1. */
  readonly likeness: number;
  readonly places: readonly FieldPlace[];
}
