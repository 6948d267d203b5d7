/** Which characters the bytes of a text stand for. */

/** Character sets of fonts, `\fcharset`, as names of the Encoding Standard: RTF 1.9.1, "Font table". */
const OF_FONTS: Readonly<Record<number, string>> = {
  128: "shift_jis",
  129: "euc-kr",
  134: "gb18030",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
};

const OF_PAGES: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gb18030",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  65001: "utf-8",
};

/** @returns undefined for the file's own, and for symbols */
export const charsetOfFont = (code: number): string | undefined => OF_FONTS[code];

/** Of a code page, `\ansicpg`. Western European where it is not known. */
export const charsetOfPage = (page: number): string =>
  OF_PAGES[page] ?? (/^(?:125[0-8]|874)$/.test(String(page)) ? `windows-${page}` : "windows-1252");

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

export const decode = (bytes: string, charset: string): string => {
  const decoder = decoders.get(charset) ?? new TextDecoder(charset);
  decoders.set(charset, decoder);
  return decoder.decode(Buffer.from(bytes, "latin1"));
};
