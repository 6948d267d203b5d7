/** The only address of each record, for the only field of addresses that nothing names: `signupUrl` of a plan. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { isLink } from "../../page/leads.ts";
import { outerOf } from "../../page/tree.ts";
import { type CoerceContext, resolveUrl } from "../../values/coerce.ts";
import { isEmpty } from "../../values/types.ts";
import type { MatchedItem } from "../match.ts";
import { withAdded } from "./columns.ts";

const MIN_RECORDS = 3;
/** This share of the records has one address, and one of its own. Set by hand. */
const SHARE = 0.9;
const DOUBT = "the record's only link, because none is called so";

const addressesOf = (record: Element, { baseUrl }: CoerceContext): readonly string[] => {
  const around = outerOf(record);
  const links = findAll(isLink, around && isLink(around) ? [around] : [record]);
  return [...new Set(links.flatMap(({ attribs }) => resolveUrl(attribs.href?.trim() ?? "", baseUrl) ?? []))];
};

/** Names of other sites and of files: such an address says so itself. */
const KINDS =
  /linkedin|twitter|facebook|instagram|youtube|github|website|homepage|pdf|audio|video|image|csv|xlsx?|docx?|zip|mp3|ics/i;
const isOfKind = (address: string, name: string): boolean => {
  const [kind] = KINDS.exec(name) ?? [];
  return kind === undefined || address.toLowerCase().includes(kind.toLowerCase());
};

/** The items with their only address under the only field of addresses that is asked for. */
export const fillOnlyLinks = (
  records: readonly Element[],
  items: readonly MatchedItem[],
  schema: OutputSchema,
  context: CoerceContext,
): readonly MatchedItem[] => {
  const [name, ...others] = Object.keys(schema).filter((each) => schema[each] === "url");
  if (name === undefined || others.length > 0 || records.length < MIN_RECORDS) return items;
  if (items.some(({ item }) => !isEmpty(item[name]))) return items;
  const only = records.map((record) => {
    const [address, ...more] = addressesOf(record, context);
    return more.length === 0 && address !== undefined && isOfKind(address, name) ? address : undefined;
  });
  const there = only.filter((address) => address !== undefined);
  const least = items.length * SHARE;
  if (there.length < least || new Set(there).size < least) return items;
  const added = only.map((address) => (address === undefined ? {} : { [name]: address }));
  return withAdded(items, added, "a@href", DOUBT);
};
