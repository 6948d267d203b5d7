/** The one currency in which a page's markup gives its prices. */
import { textContent } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { elementsNamed } from "../../page/tags.ts";

const META = /^(?:product|og):price:currency$/i;
const CODE = /^[A-Z]{3}$/;
/** In JSON-LD, as schema.org's `Offer` names it. */
const LINKED = /"priceCurrency"\s*:\s*"([A-Z]{3})"/g;

/** @returns its ISO 4217 code; null where the markup gives none, or several */
export const findPageCurrency = ({ root }: PageDocument): string | null => {
  const metas = elementsNamed(root, "meta")
    .filter(({ attribs }) => attribs.itemprop === "priceCurrency" || META.test(attribs.property ?? ""))
    .map(({ attribs }) => attribs.content?.trim() ?? "");
  const linked = elementsNamed(root, "script")
    .filter(({ attribs }) => attribs.type === "application/ld+json")
    .flatMap((script) => [...textContent(script).matchAll(LINKED)].map(([, code = ""]) => code));
  const [code, other] = new Set([...metas, ...linked].filter((text) => CODE.test(text)));
  return code !== undefined && other === undefined ? code : null;
};
