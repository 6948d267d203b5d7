/** Links to other things than the record: "link to the town". */
import vocabulary from "../vocabulary/naming.json" with { type: "json" };
import { camel, isNoun, nameIn, PARTS, STOP } from "./enumeration.ts";
import { readGrammar } from "./grammar.ts";
import { MANY, ONE } from "./words.ts";

const { raw } = readGrammar(vocabulary.phrases);

/** "link to the town": the address of another thing than the record. */
const LINK_TO = raw("linkTo", "giu");
/** "town link", where the town is named too. */
const OWN_LINK = raw("ownLink", "giu");

/** A link to another thing, as the sentence names it. */
export interface OtherLink {
  readonly name: string;
  readonly said: string;
  readonly description: string;
}

/** Takes the links to other things out of a sentence. The first keeps the plain name of a link. */
export const takeLinks = (
  sentence: string,
): { readonly rest: string; readonly links: readonly OtherLink[] } => {
  const links: OtherLink[] = [];
  const take = (said: string, form: string, owner: string): string => {
    const isRecord = isNoun(owner) || MANY.test(owner) || ONE.test(owner) || STOP.has(owner.toLowerCase());
    if (isRecord) return said;
    const link = form.toLowerCase().replace(/s$/, "");
    const name = links.length === 0 ? link : camel(`${owner} ${link}`);
    const description = `link to ${owner}`;
    links.push({ name, said: said.trim(), description });
    return ` ${links[0]?.name ?? link}`;
  };
  const rest = sentence.replace(LINK_TO, (said: string, form: string, owner: string) =>
    take(said, form, owner),
  );
  const isNamed = (owner: string): boolean =>
    rest.split(PARTS).some((part) => nameIn(part).toLowerCase() === owner.toLowerCase());
  return {
    rest: rest.replace(OWN_LINK, (said: string, owner: string, form: string) =>
      isNamed(owner) ? take(said, form, owner) : said,
    ),
    links,
  };
};
