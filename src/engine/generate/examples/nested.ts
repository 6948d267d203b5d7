/** Writes the lists and nested records of shown records. */
import type { FieldNote } from "../../../contract/fields/fieldNotes.ts";
import type { OutputSchema, OutputType } from "../../../contract/fields/outputSchema.ts";
import type { FieldPlace } from "../../../contract/fields/recordExamples.ts";
import { contextOf, type PageDocument } from "../../extract/extract.ts";
import type { ExtractStep } from "../draft.ts";
import { placeOf } from "../preview.ts";
import type { Holding } from "./findExamples.ts";
import { writeList } from "./lists.ts";
import type { SplitRecords } from "./shown.ts";

/** What a draft of a nested record needs to be: its selector, fields and types. */
export interface InnerDraft {
  readonly selector: string | null;
  readonly fields: readonly string[];
  readonly schema: OutputSchema;
  readonly fit: number;
}

export interface Inner {
  /** Fields that read lists, to be added to those of the record. */
  readonly fields: readonly string[];
  /** Steps that fill nested records. */
  readonly steps: readonly ExtractStep[];
  readonly schema: Readonly<Record<string, OutputType>>;
  readonly places: readonly FieldPlace[];
  readonly notes: readonly FieldNote[];
}

const LIST_CONFIDENCE = 0.8;

const lost = (field: string, why: string): FieldNote => ({ field, why });
const NO_LIST = "Its values are not next to each other on the page. Copy each one as the page shows it.";
const NO_RECORDS = "No record on the page contains all of these values.";
const IN_LIST = "Selectors cannot read records that are nested in the records of a list.";

/**
 * @param holding the record of the plain values; null if there are none
 * @param draft drafts a nested record, or a list of them
 */
export const writeInner = (
  page: PageDocument,
  { lists, nested }: SplitRecords,
  holding: Holding | null,
  draft: (
    nested: SplitRecords["nested"] extends ReadonlyMap<string, infer V> ? V : never,
  ) => InnerDraft | null,
  now: number,
): Inner => {
  const fields: string[] = [];
  const steps: ExtractStep[] = [];
  const schema: Record<string, OutputType> = {};
  const places: FieldPlace[] = [];
  const notes: FieldNote[] = [];
  const scope = holding?.examples[0]?.scope ?? page.root;
  for (const [name, shown] of lists) {
    const written = writeList(scope, name, shown, contextOf(page, now));
    if (!written) notes.push(lost(name, NO_LIST));
    else {
      fields.push(written.text);
      schema[name] = written.type;
      places.push(placeOf(name, "the values side by side, like those shown", LIST_CONFIDENCE));
    }
  }
  for (const [name, shown] of nested) {
    const found = holding?.selector ? null : draft(shown);
    if (!found) notes.push(lost(name, holding?.selector ? IN_LIST : NO_RECORDS));
    else {
      const { selector, fields: own, schema: types, fit } = found;
      steps.push({
        type: "extract",
        label: name,
        ...(selector !== null && { selector }),
        fields: [...own],
      });
      schema[name] = shown.isList ? [types] : types;
      const how = shown.isList
        ? `each record like those shown, by "${selector}"`
        : "the values like those shown";
      places.push(placeOf(name, how, fit));
    }
  }
  return { fields, steps, schema, places, notes };
};
