/** Elements that the page calls as the caller calls the field, by class, id or data attribute. */
import { type AnyNode, isTag } from "domhandler";
import type { OutputSchema, OutputType, ValueType } from "../../../contract/outputSchema.ts";
import { readAttribute, readElement } from "../elements.ts";
import { listNames, matchName, type NameMatch, splitWords } from "../names.ts";
import { conceptOf } from "./concepts.ts";
import { type Fact, makeFact } from "./facts.ts";
import { isWithin } from "./regions.ts";

const isListed = (type: OutputType): boolean =>
  Array.isArray(type) || (typeof type === "string" && type.endsWith("[]"));

const MAX_TEXT = 2_000;
const MAX_ELEMENTS = 200;
/** Found better by other means than by a class that happens to be called so. */
const OF_PAGE: ReadonlySet<string | null> = new Set(["content", "markdown", "language", "url"]);
const OF_RECORD: ReadonlySet<string | null> = new Set(["url"]);
const NOTHING: ReadonlySet<unknown> = new Set();

/** `others`: records about something else, whose names say nothing of a single value. */
export const readNamed = (
  scope: AnyNode,
  schema: OutputSchema,
  others: ReadonlySet<unknown> = NOTHING,
): Fact[] => {
  const unnamed = isTag(scope) ? OF_RECORD : OF_PAGE;
  const wanted = Object.entries(schema).filter(([name]) => !unnamed.has(conceptOf(name)));
  if (wanted.length === 0) return [];
  const cache = new Map<string, readonly string[]>();
  const named = listNames(scope, (name) => {
    const known = cache.get(name) ?? splitWords(name);
    cache.set(name, known);
    return known;
  });
  return wanted.flatMap(([name, type]) => {
    const plain = typeof type === "string" ? (type.replace("[]", "") as ValueType) : undefined;
    const isOwn = ({ element }: NameMatch): boolean => isListed(type) || !isWithin(element, others);
    const best = matchName(named, name)
      .map((matches) => matches.filter(isOwn))
      .find((matches) => matches.length > 0);
    const values = (best ?? [])
      // What the head says of things that are known by name is weighed elsewhere.
      .filter(({ element }) => element.name !== "meta" || conceptOf(name) === null)
      .slice(0, MAX_ELEMENTS)
      .map(({ element, attribute }) =>
        attribute === null ? readElement(element, plain) : readAttribute(element, attribute),
      );
    const texts = values.filter((value) => value !== null && value.trim() !== "" && value.length <= MAX_TEXT);
    return texts.length === 0 ? [] : [makeFact("name", name, texts, { path: `called "${name}"` })];
  });
};
