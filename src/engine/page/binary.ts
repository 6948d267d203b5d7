/** Detects binary content by its signature, zero bytes and declared type. */

/** File signatures: WHATWG MIME Sniffing, 6 and 7. */
const SIGNATURES: readonly (readonly [start: string, name: string])[] = [
  ["%PDF-", "a PDF file"],
  ["\x89PNG", "a PNG picture"],
  ["\xff\xd8\xff", "a JPEG picture"],
  ["GIF8", "a GIF picture"],
  ["PK\x03\x04", "a ZIP archive or an Office document"],
  ["\x1f\x8b\x08", "a gzip file"],
  ["\xd0\xcf\x11\xe0", "an Office document"],
];
const SAMPLE_BYTES = 512;

const essenceOf = (contentType: string): string => contentType.split(";")[0]?.trim().toLowerCase() ?? "";

/** In declared text, a zero byte is a mistake or half of a UTF-16 character. */
const TEXT_TYPE = /^text\/|[/+](?:json|xml|csv)$/;
const isWideText = (body: Buffer): boolean =>
  (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);

/** Names the kind of a binary body; null if it may be text. */
export const nameBinary = (body: Buffer, contentType: string): string | null => {
  const start = body.subarray(0, SAMPLE_BYTES);
  const text = start.toString("latin1");
  const known = SIGNATURES.find(([signature]) => text.startsWith(signature));
  if (known) return known[1];
  const type = essenceOf(contentType);
  return !start.includes(0) || TEXT_TYPE.test(type) || isWideText(body) ? null : type || "binary data";
};
