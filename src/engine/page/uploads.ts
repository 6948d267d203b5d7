/** Files that users uploaded, which are read like the answers of a site. */
import { isFileAddress } from "../../contract/flows/uploads.ts";
import { type EgressResponse, TargetError } from "../egress/index.ts";

/** @returns the file's bytes, null if there is none at the address */
export type ReadFile = (address: string) => Promise<Buffer | null>;

/** Types of text that its content does not tell for sure, by the ending of the name. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["csv", "text/csv"],
  ["tsv", "text/tab-separated-values"],
  ["json", "application/json"],
  ["ndjson", "application/x-ndjson"],
  ["jsonl", "application/x-ndjson"],
  ["xml", "application/xml"],
  ["html", "text/html"],
  ["htm", "text/html"],
]);

const typeOf = (address: string): string => {
  const ending = /\.([a-z]+)$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? "";
  return TYPES.get(ending) ?? "text/plain";
};

/**
 * The file at an address as a site would answer with it; null for the address of a site.
 *
 * @throws TargetError if there is no such file
 */
export const answerWithFile = async (
  address: string,
  readFile: ReadFile | undefined,
): Promise<EgressResponse | null> => {
  if (readFile === undefined || !isFileAddress(address)) return null;
  const body = await readFile(address);
  if (body !== null) return { url: address, status: 200, headers: { "content-type": typeOf(address) }, body };
  throw new TargetError(
    "target-failed",
    "There is no uploaded file at this address: it has expired, was never uploaded, or belongs to another account. Upload it again with POST /uploads.",
    { retryable: false },
  );
};
