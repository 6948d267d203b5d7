/** A record of data as facts: every value under its name, with what that name commonly means. */
import { isUnsafeName } from "../../../../contract/common.ts";
import { parseDocument } from "../../page/document.ts";
import { textOf } from "../../page/text.ts";
import { type Concept, conceptAt, conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import { type Fact, type FactSource, makeFact } from "../facts.ts";
import { isRecord } from "../markup/entities.ts";
import type { PlainRecord } from "./lists.ts";

const MAX_DEPTH = 3;
/** What stands deeper is less sure to be about the record itself. */
const INNER_SHARE = 0.85;
const CORE_SHARE = 0.97;
/** Where a value keeps what it comes to: `{"amount": 5, "currency": "EUR"}`, `{"rendered": "Title"}`. */
const CORES = ["amount", "value", "rendered", "text", "label", "raw", "plain", "formatted", "display"];

const MARKED = /<\/?[a-z][^<>]*>/i;

/** Text without its markup, paragraph by paragraph. */
const plainParagraphs = (text: string): string => {
  if (!MARKED.test(text)) return text;
  let { children } = parseDocument(text, { url: "http://localhost/" }).root;
  for (;;) {
    const [only] = children;
    if (
      children.length !== 1 ||
      !only ||
      !("children" in only) ||
      !/^(?:body|div|article|section|main)$/.test("name" in only ? String(only.name) : "")
    )
      break;
    children = only.children;
  }
  return children
    .map(textOf)
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
};

const coreOf = (value: PlainRecord): unknown =>
  CORES.filter((name) => Object.hasOwn(value, name))
    .map((name) => value[name])
    .find((core) => typeof core === "string" || typeof core === "number");

/** A longer name says in its last word what it is, and is less sure to be what is asked for: `ISSUED_DATE`. */
const LAST_WORD_SHARE = 0.7;
/** A file, a group and a person have names too, and they are not that of the record. */
const isTelling = (concept: Concept | null): boolean => concept !== null && concept !== "title";
const conceptOfLastWord = (name: string): Concept | null => {
  const words = foldedWords(name);
  const concept = words.length > 1 ? conceptOf(words.at(-1) ?? "") : null;
  return isTelling(concept) ? concept : null;
};

/** Reads records as facts; what names mean is looked up once for all records of a source. */
export const createFactReader = (source: FactSource) => {
  const known = new Map<string, Fact>();
  /** A currency is that of the price around it; other names deep within mean what their place says. */
  const conceptWithin = (at: string) => {
    const own = conceptOf(at.slice(at.lastIndexOf(".") + 1));
    return own === "currency" ? own : conceptAt(at);
  };
  const readName = (at: string, depth: number): Fact => {
    if (depth > 0) return makeFact(source, at, [], { concept: conceptWithin(at), factor: INNER_SHARE });
    const whole = conceptOf(at);
    const concept = whole ?? conceptOfLastWord(at);
    return makeFact(source, at, [], { concept, factor: whole === concept ? 1 : LAST_WORD_SHARE });
  };
  const prototypeOf = (at: string, depth: number): Fact => {
    const fact = known.get(at) ?? readName(at, depth);
    known.set(at, fact);
    return fact;
  };

  const visit = (facts: Fact[], record: PlainRecord, path: string, prefix: string, depth: number): void => {
    for (const [name, raw] of Object.entries(record)) {
      if (raw === null || raw === undefined || isUnsafeName(name)) continue;
      const at = prefix === "" ? name : `${prefix}.${name}`;
      const fact = prototypeOf(at, depth);
      const values = (Array.isArray(raw) ? (raw as unknown[]) : [raw]).filter((value) => value !== null);
      if (values.length === 0) continue;
      const shown =
        fact.concept === "content"
          ? values.map((value) => (typeof value === "string" ? plainParagraphs(value) : value))
          : values;
      const place = path === "" ? at : `${path}.${at}`;
      facts.push({ ...fact, values: shown, path: place });
      const inner = values.filter(isRecord);
      const cores = inner.map(coreOf).filter((core) => core !== undefined);
      if (cores.length > 0)
        facts.push({ ...fact, values: cores, confidence: fact.confidence * CORE_SHARE, path: place });
      const [first] = inner;
      if (first && depth < MAX_DEPTH) visit(facts, first, path, at, depth + 1);
    }
  };

  return (record: PlainRecord, path: string): Fact[] => {
    const facts: Fact[] = [];
    visit(facts, record, path, "", 0);
    return facts;
  };
};
