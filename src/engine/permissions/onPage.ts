/** What a page itself says about uses: in its response's headers, and in its elements. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import { type PageDocument, textOf } from "../extract/extract.ts";
import { PRODUCT, type SignalHeaders } from "../page/index.ts";
import { readContentSignal } from "./contentSignal.ts";
import { MAX_LICENCES } from "./robotsTxt.ts";
import { AI_USES, type Statement, shorten } from "./statement.ts";
import { readTdmValue } from "./tdm.ts";

/** An RSL licence that a page names or contains. */
export interface LicenceNote {
  readonly from: "header" | "link" | "script";
  /** Its address as written, or its text. */
  readonly address?: string;
  readonly text?: string;
}

export interface PageSays {
  readonly statements: readonly Statement[];
  readonly licences: readonly LicenceNote[];
}

const RSL_TYPE = "application/rsl+xml";
const OURS = PRODUCT.toLowerCase();
const ELEMENTS = new Set(["meta", "link", "script"]);
const NO_AI = ["noai", "noimageai"] as const;

/**
 * Robots directives for everyone or for us, such as `googlebot: noindex, gleaner: noai`: a name is for all directives up to
 * the next name.
 */
const directivesIn = (text: string): string[] => {
  let isOurs = true;
  return text
    .toLowerCase()
    .split(/[,;\n]/)
    .flatMap((part) => {
      const [, name, rest = part] = /^\s*([\w*-]+)\s*:(.*)$/s.exec(part) ?? [];
      // A directive with a value, such as `max-snippet: 50`, is not a name.
      if (name !== undefined && !/^(?:unavailable_after|max-)/.test(name))
        isOurs = name === OURS || name === "*";
      return isOurs ? rest.trim().split(/\s+/) : [];
    });
};

const noAiIn = (text: string, from: "header" | "meta"): Statement[] => {
  const directives = new Set(directivesIn(text));
  return NO_AI.filter((name) => directives.has(name)).map((signal) => ({
    signal,
    from,
    value: shorten(text),
    reserves: [...AI_USES],
    allows: [],
  }));
};

/** Addresses of licences in a Link header. */
const licencesIn = (header: string): LicenceNote[] =>
  [...header.matchAll(/<([^<>]{1,2000})>([^<]{0,2000})/g)].flatMap(([, address = "", parameters = ""]) => {
    const isLicence = /;\s*rel\s*=\s*"?[^";]*\blicense\b/i.test(parameters);
    return isLicence && parameters.toLowerCase().includes(RSL_TYPE)
      ? [{ from: "header" as const, address }]
      : [];
  });

const attribute = ({ attribs }: Element, name: string): string => attribs[name]?.trim() ?? "";

const metaOf = (elements: readonly Element[], name: string): string | undefined => {
  const found = elements.find(
    (each) => each.name === "meta" && attribute(each, "name").toLowerCase() === name,
  );
  return found && attribute(found, "content");
};

const licencesOn = (elements: readonly Element[]): LicenceNote[] =>
  elements.flatMap((element): LicenceNote[] => {
    if (attribute(element, "type").toLowerCase() !== RSL_TYPE) return [];
    if (element.name === "script") return [{ from: "script", text: textOf(element) }];
    const isLicence = attribute(element, "rel").toLowerCase().split(/\s+/).includes("license");
    const address = attribute(element, "href");
    return isLicence && address !== "" ? [{ from: "link", address }] : [];
  });

export const readPage = ({ root }: PageDocument, headers: SignalHeaders = {}): PageSays => {
  const elements = findAll(({ name }) => ELEMENTS.has(name), root.children);
  const robots = elements.filter(
    (each) => each.name === "meta" && ["robots", OURS].includes(attribute(each, "name").toLowerCase()),
  );
  const signal = headers["content-signal"];
  const tdm =
    readTdmValue("meta", metaOf(elements, "tdm-reservation"), metaOf(elements, "tdm-policy")) ??
    readTdmValue("header", headers["tdm-reservation"], headers["tdm-policy"]);
  return {
    statements: [
      ...[signal === undefined ? null : readContentSignal(signal, "header"), tdm].filter(
        (each) => each !== null,
      ),
      ...noAiIn(headers["x-robots-tag"] ?? "", "header"),
      ...robots.flatMap((each) => noAiIn(attribute(each, "content"), "meta")),
    ],
    licences: [...licencesIn(headers.link ?? ""), ...licencesOn(elements)].slice(0, MAX_LICENCES),
  };
};
