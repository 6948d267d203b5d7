/** Names for picked fields that a person has not named. */
import type { Element } from "domhandler";
import { checkFieldName } from "../../../contract/fields/fields.ts";
import { contextOf, type PageDocument, textOf } from "../../extract/extract.ts";
import { classesOf, isHeading } from "../../extract/page/tree.ts";
import { readCells, readColumns } from "../../extract/regions/columns.ts";
import { readRecord } from "../../extract/scorer/records/record.ts";
import { labelOf } from "../../extract/slots/examples/labels.ts";
import type { Fact } from "../../extract/sources/facts.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import { typesOf } from "../examples/values.ts";

const MAX_LABEL = 40;
const MIN_LABEL_CONFIDENCE = 0.9;

const asName = (text: string): string | null => {
  const name = splitWords(text).join("_").toLowerCase().slice(0, MAX_LABEL);
  return name !== "" && checkFieldName(name) === null ? name : null;
};

/** Possible names for a text, likeliest first. */
function* namesOf(element: Element, document: PageDocument, record: Element | null, now: number) {
  const text = textOf(element);
  const label = labelOf(element);
  if (label && label.confidence >= MIN_LABEL_CONFIDENCE) yield label.text;
  const columns = record?.name === "tr" ? readColumns(record) : [];
  const isText = ({ values }: Pick<Fact, "values">): boolean =>
    values.some((value) => String(value).trim() === text);
  if (record && text !== "") yield readCells(record, columns).find(isText)?.name ?? "";
  if (isHeading(element)) yield "title";
  const { itemprop = "", id = "" } = element.attribs;
  for (const word of [itemprop, ...classesOf(element), id]) yield conceptOf(word) ?? "";
  if (typesOf("", text)[0] === "price") yield "price";
  if (record && text !== "") {
    const facts = readRecord(record, contextOf(document, now), columns);
    yield facts.find(isText)?.name ?? "";
  }
  if (element.name === "a") yield "title";
}

/** @param taken names of other fields */
export const proposeName = (
  element: Element,
  take: "text" | "link" | "image",
  { document, record, now }: { document: PageDocument; record: Element | null; now: number },
  taken: ReadonlySet<string>,
): string => {
  const names =
    take === "text" ? namesOf(element, document, record, now) : [take === "link" ? "url" : "image"];
  const [free = "field"] = [...names].flatMap((name) => asName(name) ?? []);
  if (!taken.has(free)) return free;
  for (let number = 2; ; number++) if (!taken.has(`${free}_${number}`)) return `${free}_${number}`;
};
