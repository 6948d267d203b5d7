/** Detects a page's encoding as browsers do: WHATWG HTML 13.2.3 "The input byte stream". */
import { TextDecoder } from "node:util";

const PRESCAN_BYTES = 1_024;

const BYTE_ORDER_MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xfe, 0xff], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"],
];

const CHARSET = /charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
const XML_ENCODING = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/i;
const META = /<meta\s[^>]*>/gi;

const createDecoder = (label: string): TextDecoder | null => {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
};

/** A page whose tags can be read here is not UTF-16, even if it says so (prescan, step "change the encoding"). */
const fromMarkup = (body: Buffer): TextDecoder | null => {
  const head = body
    .subarray(0, PRESCAN_BYTES)
    .toString("latin1")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  const labels = [
    XML_ENCODING.exec(head)?.[1],
    ...[...head.matchAll(META)].map(([meta]) => CHARSET.exec(meta)?.[1]),
  ];
  const decoder = createDecoder(labels.find((label) => label !== undefined) ?? "");
  return decoder?.encoding.startsWith("utf-16") ? new TextDecoder() : decoder;
};

/** Without a declaration: UTF-8 if the bytes are valid UTF-8, otherwise the web's legacy default. */
const decodeUndeclared = (body: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return new TextDecoder("windows-1252").decode(body);
  }
};

export const decodeBody = (body: Buffer, contentType: string): string => {
  const mark = BYTE_ORDER_MARKS.find(([bytes]) => bytes.every((byte, index) => body[index] === byte));
  const declared =
    (mark && createDecoder(mark[1])) ??
    createDecoder(CHARSET.exec(contentType)?.[1] ?? "") ??
    fromMarkup(body);
  return declared ? declared.decode(body) : decodeUndeclared(body);
};
