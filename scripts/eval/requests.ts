/** What users typically ask of a page, by its kind: what one or many is learned from, and scored with. */
import type { OutputSchema } from "../../src/engine/extract/extract.ts";
import { askedOf } from "./score/kind.ts";
import type { Entry } from "./sets.ts";

const SERVICE: readonly OutputSchema[] = [
  { title: "string", description: "string" },
  { name: "string", phone: "string", email: "email", address: "string" },
  { title: "string", url: "url" },
  { name: "string", price: "price", description: "string" },
];

/** Requests by kind of page; the first is the one that is scored. */
const TYPICAL: Readonly<Record<string, readonly OutputSchema[]>> = {
  listing: [
    { title: "string", url: "url", date: "date" },
    { title: "string", url: "url" },
    { title: "string", description: "string", url: "url" },
    { title: "string", author: "string", date: "date", url: "url" },
  ],
  collection: [
    { name: "string", price: "price", url: "url" },
    { name: "string", url: "url", image: "image" },
    { name: "string", price: "price", rating: "number", image: "image" },
    { name: "string", brand: "string", price: "price" },
  ],
  article: [
    { title: "string", author: "string", date: "date" },
    { title: "string", description: "string", image: "image" },
    { title: "string", date: "date" },
    { headline: "string", author: "string", category: "string", date: "date" },
  ],
  documentation: [
    { title: "string", description: "string" },
    { title: "string", url: "url" },
    { name: "string", version: "string", date: "date" },
  ],
  service: SERVICE,
  product: [
    { name: "string", brand: "string", price: "price" },
    { name: "string", price: "price", description: "string", image: "image" },
    { name: "string", sku: "string", price: "price", availability: "string", rating: "number" },
  ],
  recipe: [
    { title: "string", author: "string", image: "image" },
    { title: "string", rating: "number", prepTime: "string", servings: "string" },
    { title: "string", description: "string" },
  ],
};

/** The request with which a page without fields of its own is scored; undefined if nothing is known to ask of it. */
export const typicalOf = ({ kind }: Entry<unknown>): OutputSchema | undefined => TYPICAL[kind]?.[0];

const some = (schema: OutputSchema, keeps: (at: number) => boolean): OutputSchema =>
  Object.fromEntries(Object.entries(schema).filter((_, at) => keeps(at)));

/** Requests to learn from: the fields that a page has, all and some of them, or those typical of its kind. */
export const requestsFor = (entry: Entry<unknown>, at: number): readonly OutputSchema[] => {
  const own = askedOf(entry);
  if (!own) return TYPICAL[entry.kind] ?? SERVICE;
  const parts = [
    some(own, (field) => (field + at) % 2 === 0),
    ...(Object.keys(own).length > 3 ? [some(own, (field) => (field + at) % 3 !== 0)] : []),
  ];
  return [own, ...parts.filter((part) => Object.keys(part).length > 0)];
};
