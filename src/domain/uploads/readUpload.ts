import { DomainError } from "../../contract/errors.ts";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES, type UploadFormat } from "../../contract/flows/uploads.ts";
import { notFound } from "../errors.ts";
import type { Caller, WithLists } from "../ports.ts";
import { uploadKey } from "./createUpload.ts";
import { MAX_ROWS, type ParsedList, parseList } from "./parseList.ts";

const PATH = "uploadId";
/** An upload's id. Checked because it becomes part of an object's key. */
const ID = /^upload-\d+$/;

const refuse = (message: string, details = [{ path: PATH, message }]): DomainError =>
  new DomainError("invalid-request", `The upload is not a list of URLs: ${message}.`, { details });

const formatOf = (contentType: string | undefined): UploadFormat =>
  (Object.keys(UPLOAD_TYPES) as UploadFormat[]).find((name) => UPLOAD_TYPES[name] === contentType) ?? "csv";

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuse("it is not UTF-8 text; save a spreadsheet as CSV (UTF-8)");
  }
};

const parse = (text: string, format: UploadFormat): ParsedList | null => {
  try {
    return parseList(text, format);
  } catch (error) {
    throw refuse(`it is not valid CSV: ${(error as Error).message}`);
  }
};

/**
 * The URLs of an uploaded list, as written.
 *
 * @throws DomainError `not-found` if nothing was uploaded, `conflict` if the link was used more than once,
 *   `invalid-request` if the file is not a list of URLs
 */
export const readUpload = async (
  { lists }: WithLists,
  { accountId }: Pick<Caller, "accountId">,
  id: string,
): Promise<readonly string[]> => {
  const file = ID.test(id) ? await lists.readUpload(uploadKey(accountId, id)) : null;
  if (file === null) throw notFound("uploaded file", id);
  if (file === "sentAgain")
    throw new DomainError(
      "conflict",
      `The link of upload ${id} was used more than once. Create another upload with POST /uploads.`,
    );
  if (file.bytes.length > MAX_UPLOAD_BYTES) throw refuse(`it has more than ${MAX_UPLOAD_BYTES} bytes`);
  const parsed = parse(decode(file.bytes), formatOf(file.contentType));
  if (parsed === null) throw refuse("there is no URL in it");
  const [first] = parsed.faults;
  if (first)
    throw refuse(
      `line ${first.line}: ${first.message}`,
      parsed.faults.map(({ line, message }) => ({ path: PATH, message: `line ${line}: ${message}` })),
    );
  if (parsed.isCut) throw refuse(`it has more than ${MAX_ROWS} rows`);
  return parsed.urls;
};
