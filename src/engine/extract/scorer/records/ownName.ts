/** What the records of a list are called, for a field that no label names: "topic" on a page of topics. */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import type { Fact } from "../../sources/facts.ts";
import { isEmpty } from "../../values/types.ts";
import { conceptOf, namesAttribute } from "../../vocabulary/concepts.ts";
import type { MatchedItem } from "../match.ts";
import { withAdded } from "./columns.ts";

const MIN_RECORDS = 3;
/** Shares of the records. Set by hand. */
const SHARE = { named: 0.9, distinct: 0.7 } as const;
const DOUBT = "what the record is called, because no label names it";

/**
 * The items with their names under the first field that is asked for, if it has no value and no other field is the title: who asks
 * for `project`, `status` and `link` names the records first.
 */
export const fillOwnNames = (
  items: readonly MatchedItem[],
  facts: readonly (readonly Fact[])[],
  schema: OutputSchema,
): readonly MatchedItem[] => {
  const names = Object.keys(schema);
  const [first = ""] = names;
  const isOpen =
    schema[first] === "string" &&
    conceptOf(first) === null &&
    !namesAttribute(first) &&
    items.length >= MIN_RECORDS &&
    items.every(({ item }) => isEmpty(item[first])) &&
    !names.some((name) => conceptOf(name) === "title");
  if (!isOpen) return items;
  const texts = items.map(({ item }, at) => {
    const [text] =
      facts[at]?.find(({ concept, source }) => concept === "title" && source === "record")?.values ?? [];
    return typeof text === "string" && !Object.values(item).includes(text) ? text : undefined;
  });
  const named = texts.filter((text) => text !== undefined);
  const isTold =
    named.length >= items.length * SHARE.named && new Set(named).size >= named.length * SHARE.distinct;
  if (!isTold) return items;
  const added = texts.map((text) => (text === undefined ? {} : { [first]: text }));
  return withAdded(items, added, "its title", DOUBT);
};
