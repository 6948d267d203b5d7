import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { isLink } from "../../page/leads.ts";
import { textOf } from "../../page/text.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";

const MIN_ENTRIES = 2;
const MAX_ENTRY = 200;
const LIST: ReadonlySet<string> = new Set(["ul", "ol"]);
const DOUBT = "the record's only list, which nothing names";

/** The texts of a list; empty for a menu, whose entries are links. */
const entriesOf = (list: Element): string[] => {
  const entries = findAll(({ name }) => name === "li", list.children);
  const isMenu = entries.every(
    (entry) => textOf(entry) === findAll(isLink, entry.children).map(textOf).join(" "),
  );
  return isMenu
    ? []
    : entries.map((entry) => textOf(entry)).filter((text) => text !== "" && text.length <= MAX_ENTRY);
};

/** A record's only list, for the only field of texts: the `features` of a plan, with a doubt. */
export const readOnlyList = (record: Element, schema: OutputSchema): Fact[] => {
  const [name, ...others] = Object.keys(schema).filter((each) => schema[each] === "string[]");
  if (name === undefined || others.length > 0 || conceptOf(name) !== null) return [];
  const [list, ...more] = findAll((element) => LIST.has(element.name), record.children);
  const texts = list && more.length === 0 ? entriesOf(list) : [];
  if (texts.length < MIN_ENTRIES) return [];
  return [
    { ...makeFact("record", name, texts, { concept: null, factor: 0.5, path: "its list" }), doubt: DOUBT },
  ];
};
