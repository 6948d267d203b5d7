/** The requests for a page: without fields, with fields, or with fields and a prompt. */
import type { DataQuery } from "../../../src/engine/extract/extract.ts";
import { typicalOf } from "../requests.ts";
import { ALL_EVENTS, type EventTruth, visitOf } from "../score/events.ts";
import { askedOf } from "../score/kind.ts";
import { type Entry, NOW } from "../sets.ts";

/** Sentences for pages of sets that have none of their own, by kind of page. */
const BY_KIND: Readonly<Record<string, string>> = {
  listing: "All entries of this list",
  collection: "All products on this page",
  article: "The title, author and date of this article",
  documentation: "What this page is about",
  service: "What this page is about",
  product: "This product's name, brand and price",
  recipe: "The title, author and image of this recipe",
};
const BY_SET: Readonly<Record<string, string>> = {
  lists: "All court opinions on this page",
  fields: "The data of this page",
  events: "The meeting on this page",
};

/** `bare`: fields are asked, and nothing is known about the page's address. */
export type Way = "nothing" | "fields" | "sentence" | "bare";
export const WAYS: readonly Way[] = ["nothing", "fields", "sentence", "bare"];

const UNKNOWN = "https://unknown.invalid/";

/** The page's address and the query; null if nothing is known to ask of such a page. */
export const askOf = (
  entry: Entry<unknown>,
  way: Way,
): { readonly url: string; readonly query: DataQuery } | null => {
  const [schema, sentence] = [
    askedOf(entry) ?? typicalOf(entry),
    entry.set === "events" && entry.kind === "list" ? ALL_EVENTS : (BY_SET[entry.set] ?? BY_KIND[entry.kind]),
  ];
  if (!schema || sentence === undefined) return null;
  const url = entry.facts.host ? `https://${entry.facts.host}/` : entry.url;
  return {
    url: way === "bare" ? UNKNOWN : url,
    query: {
      now: entry.set === "events" ? visitOf(entry.truth as EventTruth) : NOW,
      ...(way !== "nothing" && { schema }),
      ...(way === "sentence" && { instructions: sentence }),
    },
  };
};
