/** The main picture of a page, for pages that name none in their head. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { MainContent } from "../../content/content.ts";
import type { PageDocument } from "../../page/document.ts";
import { readElement } from "../../page/elements.ts";
import { outerOf, outward } from "../../page/tree.ts";
import { type Fact, makeFact } from "../facts.ts";
import { isFurniture } from "../furniture.ts";

const MIN_SIDE = 120;
const LARGE_SIDE = 300;
const sideOf = ({ attribs }: Element): number | null => {
  const sides = [attribs.width, attribs.height].map((side) => Number.parseInt(side ?? "", 10));
  const known = sides.filter((side) => side > 0);
  return known.length === 0 ? null : Math.min(...known);
};

const ASIDE: ReadonlySet<string> = new Set(["header", "nav", "footer", "aside", "noscript"]);
const isAside = (around: Element): boolean =>
  ASIDE.has(around.name) && !(around.name === "header" && outerOf(around)?.name === "article");
const isFigure = ({ name, attribs }: Element): boolean =>
  name === "figure" || /gallery|hero|featured|main-image|product-image/i.test(attribs.class ?? "");

/** The nearest ancestor that contains a picture and its neighbours. */
const boxOf = (image: Element): AnyNode | null => {
  let at = image.parent as AnyNode | null;
  while (at && isTag(at) && at.children.filter(isTag).length === 1 && at.parent) at = at.parent as AnyNode;
  return at;
};

const MAX_LOOKED_AT = 60;

export const readPictures = (page: PageDocument, content: MainContent): Fact[] => {
  if (!content.top) return [];
  const marks = findAll(({ name }) => name === "img" || name === "h1", page.root.children);
  const heading = Math.max(
    0,
    marks.findIndex(({ name }) => name === "h1"),
  );
  const pictures = marks
    .map((image, order) => ({ image, order }))
    .filter(({ image }) => image.name === "img")
    .slice(0, MAX_LOOKED_AT)
    .flatMap(({ image, order }) => {
      const address = readElement(image, "image");
      const side = sideOf(image) ?? MIN_SIDE;
      const around = outward(image).slice(1);
      if (!address || side < MIN_SIDE || around.some(isAside)) return [];
      if (isFurniture(`${address} ${image.attribs.class ?? ""}`)) return [];
      const inFigure = around.some(isFigure);
      const distance = Math.min(10, Math.abs(order - heading));
      const rating = (inFigure ? 2 : 0) + (side >= LARGE_SIDE ? 1 : 0) - distance / 10;
      return [{ address, box: boxOf(image), inFigure, rating }];
    });
  const [lead] = pictures.toSorted((left, right) => right.rating - left.rating);
  if (!lead) return [];
  // Pictures next to the main one belong to the same gallery.
  const beside = pictures.filter(
    ({ box, inFigure }) => box && box === lead.box && inFigure === lead.inFigure,
  );
  const addresses = beside.length > 1 ? beside.map(({ address }) => address) : [lead.address];
  return [makeFact("content", "image", [...new Set(addresses)], { factor: 0.6, path: "img" })];
};
