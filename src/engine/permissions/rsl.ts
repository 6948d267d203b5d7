/** Licences in RSL (Really Simple Licensing), as far as they permit uses without an agreement or a payment. */
import { Parser } from "htmlparser2";
import { USES, type Use } from "../../contract/permissions.ts";
import { bestFor, pathOf } from "./paths.ts";
import { AI_USES } from "./statement.ts";

interface Licence {
  /** Null if it names none: all are permitted that are not prohibited. */
  permits: Use[] | null;
  readonly prohibits: Use[];
  /** What has to be paid, agreed or be true of the user, which a program cannot know. */
  isConditional: boolean;
}

interface LicensedContent {
  readonly url: string;
  readonly isConditional: boolean;
  readonly licences: Licence[];
}

/** Names of uses in versions 0.9 and 1.0. */
const USAGE: Readonly<Record<string, readonly Use[]>> = {
  all: USES,
  "ai-all": AI_USES,
  "ai-train": ["ai-train"],
  "train-ai": ["ai-train"],
  "train-genai": ["ai-train"],
  "ai-input": ["ai-input"],
  "ai-use": ["ai-input"],
  "ai-index": ["ai-input"],
  "ai-summarize": ["ai-input"],
  search: ["search"],
};

/** Payments that nobody has to make. */
const FREE = new Set(["free", "attribution"]);

/** Elements of a document. The parser's time grows with the square of those that are open. */
const MAX_ENTRIES = 10_000;
class TooLarge extends Error {}

const MAX_TEXT_CHARS = 2_000;

const usesIn = (text: string): Use[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .flatMap((name) => (Object.hasOwn(USAGE, name) ? (USAGE[name] ?? []) : []));

/** The name without its namespace prefix. */
const local = (name: string): string => name.toLowerCase().replace(/^.*:/, "");

/** What a licence document covers; null if it is not one, or too large. References to other documents are not followed. */
export const readRsl = (text: string): LicensedContent[] | null => {
  const contents: LicensedContent[] = [];
  let isRsl = false;
  let entries = 0;
  let licence: Licence | null = null;
  let rule: { readonly isPermit: boolean; text: string } | null = null;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const name = local(tag);
        entries += 1;
        if (entries > MAX_ENTRIES) throw new TooLarge();
        if (name === "rsl") isRsl = true;
        if (!isRsl) return;
        if (name === "content") {
          const { url = "/", server } = attributes;
          contents.push({ url: url.trim(), isConditional: (server ?? "").trim() !== "", licences: [] });
        } else if (name === "license") {
          licence = { permits: null, prohibits: [], isConditional: false };
          contents.at(-1)?.licences.push(licence);
        } else if (licence && (name === "permits" || name === "prohibits")) {
          const isUsage = (attributes.type ?? "usage").toLowerCase() === "usage";
          if (isUsage) rule = { isPermit: name === "permits", text: "" };
          else licence.isConditional = true;
        } else if (licence && name === "payment" && !FREE.has((attributes.type ?? "").toLowerCase()))
          licence.isConditional = true;
      },
      ontext: (piece) => {
        if (rule && rule.text.length < MAX_TEXT_CHARS) rule.text += piece;
      },
      onclosetag: (tag) => {
        const name = local(tag);
        if (rule && licence && (name === "permits" || name === "prohibits")) {
          const uses = usesIn(rule.text);
          if (rule.isPermit) licence.permits = [...(licence.permits ?? []), ...uses];
          else licence.prohibits.push(...uses);
          rule = null;
        } else if (name === "license") licence = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.end(text);
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
  return isRsl && contents.length > 0 ? contents : null;
};

const grants = (use: Use, { permits, prohibits, isConditional }: Licence): boolean =>
  !isConditional && !prohibits.includes(use) && (permits === null || permits.includes(use));

/** The path of a content's URL on the page's origin; null for another origin. */
const patternOf = (url: string, page: string): string | null => {
  if (url === "") return pathOf(page);
  if (url.startsWith("/") && !url.startsWith("//")) return url;
  try {
    const { origin } = new URL(page);
    const absolute = new URL(url, page);
    return absolute.origin === origin ? absolute.pathname + absolute.search : null;
  } catch {
    return null;
  }
};

/** Which uses of a page a licence document grants; null if it does not cover the page. */
export const usesOf = (
  contents: readonly LicensedContent[],
  page: string,
): { readonly allows: Use[]; readonly reserves: Use[] } | null => {
  const placed = contents.flatMap((content) => {
    const pattern = patternOf(content.url, page);
    return pattern === null ? [] : [{ ...content, pattern }];
  });
  const covering = bestFor(placed, pathOf(page), ({ pattern }) => pattern);
  if (covering.length === 0) return null;
  const isGranted = (use: Use): boolean =>
    covering.some(
      ({ isConditional, licences }) => !isConditional && licences.some((licence) => grants(use, licence)),
    );
  return { allows: USES.filter(isGranted), reserves: USES.filter((use) => !isGranted(use)) };
};
