/** What a field is called that a person has pointed at, where they have not said. */
import type { Element } from "domhandler";
import { FieldError, parseField } from "../../../contract/fields.ts";
import { type PageDocument, textOf } from "../../extract/extract.ts";
import { readColumns } from "../../extract/regions/columns.ts";
import { readRecord } from "../../extract/scorer/record.ts";
import { labelOf } from "../../extract/slots/examples/labels.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import { typesOf } from "../examples/values.ts";

const MAX_LABEL = 40;
const MIN_LABEL_CONFIDENCE = 0.9;

const asName = (text: string): string | null => {
  const name = splitWords(text).join("_").toLowerCase().slice(0, MAX_LABEL);
  try {
    return name !== "" && parseField(name).name === name ? name : null;
  } catch (error) {
    if (error instanceof FieldError) return null;
    throw error;
  }
};

/** What the record's own reading calls the value. */
const calledInRecord = (text: string, record: Element | null, context: Parameters<typeof readRecord>[1]) => {
  if (!record || text === "") return null;
  const facts = readRecord(record, context, record.name === "tr" ? readColumns(record) : []);
  return facts.find(({ values }) => values.some((value) => String(value).trim() === text))?.name ?? null;
};

/** What the page's author called the element, where it is a word that fields go by. */
const calledByAuthor = ({ attribs }: Element): string | null => {
  const { itemprop, id, class: classes = "" } = attribs;
  const words = [itemprop, ...classes.split(/\s+/), id].filter((word) => word !== undefined && word !== "");
  return words.map((word) => conceptOf(word ?? "")).find((concept) => concept !== null) ?? null;
};

/** @param taken names that other fields have */
export const proposeName = (
  element: Element,
  take: "text" | "link" | "image",
  { document, record, now }: { document: PageDocument; record: Element | null; now: number },
  taken: ReadonlySet<string>,
): string => {
  const text = textOf(element);
  const context = { baseUrl: document.baseUrl, language: document.language, now };
  const label = labelOf(element);
  const ways: (() => string | null)[] =
    take === "image"
      ? [() => "image"]
      : take === "link"
        ? [() => "url"]
        : [
            () => (label && label.confidence >= MIN_LABEL_CONFIDENCE ? asName(label.text) : null),
            () => (/^h[1-6]$/.test(element.name) ? "title" : null),
            () => calledByAuthor(element),
            () => (typesOf("", text)[0] === "price" ? "price" : null),
            () => calledInRecord(text, record, context),
            () => (element.name === "a" ? "title" : null),
          ];
  const name = ways.reduce<string | null>((found, way) => found ?? asName(way() ?? ""), null) ?? "field";
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
};
