/** Splits RTF into its tokens: Rich Text Format 1.9.1, "RTF syntax". */

export type Token =
  | { readonly kind: "open" | "close" }
  /** `\b0`: the word `b` with the number 0. Symbols such as `\~` are words of one character. */
  | { readonly kind: "word"; readonly name: string; readonly value: number | undefined }
  /** Bytes in the character set of the font, one per character. */
  | { readonly kind: "bytes"; readonly bytes: string };

const WORD = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const TEXT = /[^\\{}\r\n]+/y;

const at = (pattern: RegExp, source: string, place: number): RegExpExecArray | null => {
  pattern.lastIndex = place;
  return pattern.exec(source);
};

/** @param source the file as latin1. Binary data is left out. */
export function* tokensOf(source: string): Generator<Token> {
  for (let place = 0; place < source.length; ) {
    const first = source[place];
    if (first === "{" || first === "}") {
      yield { kind: first === "{" ? "open" : "close" };
      place++;
    } else if (first !== "\\") {
      const bytes = at(TEXT, source, place)?.[0];
      if (bytes !== undefined) yield { kind: "bytes", bytes };
      place += bytes?.length ?? 1;
    } else {
      const word = at(WORD, source, place + 1);
      if (word) {
        const [whole, name = "", digits] = word;
        const value = digits === undefined ? undefined : Number(digits);
        place += 1 + whole.length;
        if (name === "bin") place += Math.max(0, value ?? 0);
        else yield { kind: "word", name, value };
      } else if (source[place + 1] === "'") {
        const code = Number.parseInt(source.slice(place + 2, place + 4), 16);
        if (!Number.isNaN(code)) yield { kind: "bytes", bytes: String.fromCharCode(code) };
        place += 4;
      } else {
        const name = source[place + 1] ?? "";
        if (name === "\\" || name === "{" || name === "}") yield { kind: "bytes", bytes: name };
        else yield { kind: "word", name: /[\r\n]/.test(name) ? "par" : name, value: undefined };
        place += 2;
      }
    }
  }
}
