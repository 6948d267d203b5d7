/** When a model is asked to read a page, and which of its values are used. */
import type { ExtractRequest } from "../../contract/extraction/extract.ts";
import type { PageData } from "./pages.ts";

type Result = PageData["results"][number];
type Item = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Confidence of a value that only a model found: lower than any value the engine accepts. */
const MODEL = { source: "model", confidence: 0.3, path: "read by the model" } as const;

/** Whether a requested field is empty in every item or, without a schema, nothing was found or understood. */
export const wantsModel = (
  { results, isUnderstood }: Pick<PageData, "results" | "isUnderstood">,
  { schema }: Pick<ExtractRequest, "schema">,
): boolean => {
  const names = Object.keys(schema ?? {});
  if (names.length === 0) return results.length === 0 || !isUnderstood;
  return names.some((name) => results.every(({ item }) => isEmpty(item[name])));
};

const provenanceOf = (item: Item): Result["provenance"] =>
  Object.fromEntries(Object.keys(item).flatMap((name) => (isEmpty(item[name]) ? [] : [[name, MODEL]])));

const fill = ({ item, provenance }: Result, read: Item): Result => {
  const missing = Object.fromEntries(
    Object.entries(read).filter(([name, value]) => isEmpty(item[name]) && !isEmpty(value)),
  );
  return { item: { ...item, ...missing }, provenance: { ...provenance, ...provenanceOf(missing) } };
};

/** Two items that share a text describe the same thing. */
const isSame = (left: Item, right: Item): boolean =>
  Object.entries(left).some(
    ([name, value]) => typeof value === "string" && value.length > 2 && value === right[name],
  );

/** Keeps what the engine found, and fills gaps from the model's items about the same things. */
export const mergeRead = (results: PageData["results"], read: readonly Item[]): PageData["results"] => {
  if (results.length === 0) return read.map((item) => ({ item, provenance: provenanceOf(item) }));
  const [only] = results;
  if (results.length === 1 && only) return read.length === 1 && read[0] ? [fill(only, read[0])] : results;
  return results.map((result) => {
    const about = read.find((item) => isSame(result.item, item));
    return about ? fill(result, about) : result;
  });
};
