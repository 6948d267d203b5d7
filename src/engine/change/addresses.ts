/** URLs and their parameters. */
import { isTracking } from "../extract/vocabulary/tracking.ts";

/** The URL in a text; null if the text is not one. */
export const addressOf = (value: unknown): URL | null =>
  typeof value === "string" && /^\s*https?:\/\/\S+\s*$/i.test(value) ? URL.parse(value.trim()) : null;

/** A parameter in the path, such as `;jsessionid=…`. */
const IN_PATH = /;([\w.-]+)=([^/;]*)/g;
const pathName = (name: string): string => `;${name.toLowerCase()}`;

/** The parameters of a URL by name, those in its path as `;name`. */
const parametersOf = (url: URL): [name: string, value: string][] => [
  ...url.searchParams,
  ...[...url.pathname.matchAll(IN_PATH)].map(([, name = "", value = ""]): [string, string] => [
    pathName(name),
    value,
  ]),
];

/** The URL without some of its parameters. Its other parameters are sorted. */
export const withoutParameters = (address: URL, isLeftOut: (name: string) => boolean): string => {
  const url = new URL(address);
  url.pathname = url.pathname.replace(IN_PATH, (whole, name: string) =>
    isLeftOut(pathName(name)) ? "" : whole,
  );
  // Deleting thousands of parameters one by one would take minutes, because each rewrites the whole URL.
  const kept = new URLSearchParams([...url.searchParams].filter(([name]) => !isLeftOut(name)));
  kept.sort();
  url.search = kept.toString();
  return url.href;
};

/** The URL without what belongs to the visit: its parameters, tracking parameters, and the fragment of a page. */
export const withoutVisit = (address: URL, isVisit: (name: string) => boolean): string => {
  const url = new URL(address);
  if (!/^#!?\//.test(url.hash)) url.hash = "";
  return withoutParameters(url, (name) => isVisit(name) || isTracking(name));
};

/** Records must mostly be found again without a parameter for it to be the visit's. */
const MIN_FOUND = 0.8;

const valuesByName = (urls: readonly URL[]): Map<string, Set<string>> => {
  const values = new Map<string, Set<string>>();
  for (const url of urls)
    for (const [name, value] of parametersOf(url)) {
      const known = values.get(name) ?? new Set();
      values.set(name, known.add(value));
    }
  return values;
};

const isDistinct = (all: readonly string[]): boolean => new Set(all).size === all.length;

/**
 * Parameters that differ between two readings of the same addresses: no value of one reading occurs in the other,
 * and without them the addresses of the first reading are found in the second, each once.
 */
export const varyingParameters = (one: readonly URL[], other: readonly URL[]): string[] => {
  const [first, second] = [one, other].map((urls) => [
    ...new Map(urls.map((url) => [url.href, url])).values(),
  ]);
  if (!first || !second) return [];
  if (first.length === 0 || second.length === 0) return [];
  const [before, after] = [valuesByName(first), valuesByName(second)];
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => ![...(before.get(name) ?? [])].some((value) => after.get(name)?.has(value)),
  );
  if (names.length === 0) return [];
  const varying = new Set(names);
  const strip = (url: URL): string => withoutParameters(url, (name) => varying.has(name));
  const [from, to] = [first.map(strip), second.map(strip)];
  if (!isDistinct(from) || !isDistinct(to)) return [];
  const found = new Set(to);
  return from.filter((url) => found.has(url)).length >= MIN_FOUND * from.length ? names : [];
};
