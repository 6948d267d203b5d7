import * as z from "zod";

/** Invisible characters: control, format, space, default-ignorable, combining marks without a letter, blank Braille. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\p{Mn}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u;

const codeOf = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** What does not belong in text that people write, or null. */
const findFault = (text: string, control: RegExp): string | null => {
  if (!text.isWellFormed()) return "contains half a character: a lone surrogate";
  if (text.includes("\ufffd")) return "holds U+FFFD, which stands for bytes that are not UTF-8";
  const found = control.exec(text)?.[0];
  return found === undefined ? null : `holds the control character ${codeOf(found)}`;
};

const check = (schema: z.ZodString, find: (text: string) => string | null) =>
  schema.superRefine((text, context) => {
    const message = find(text);
    if (message !== null) context.addIssue({ code: "custom", message, input: text });
  });

const lineFault = (text: string): string | null => {
  const fault = findFault(text, CONTROL);
  if (fault !== null) return fault;
  return text !== "" && text.replace(INVISIBLE, "") === ""
    ? "must hold more than invisible characters"
    : null;
};

/** One line of visible text, such as a name or a subject. */
export const line = (maxLength: number) => check(z.string().trim().min(1).max(maxLength), lineFault);

/** One line that is kept exactly, including surrounding spaces. */
export const exactLine = (maxLength: number) => check(z.string().min(1).max(maxLength), lineFault);

/** Zero or more lines of text. */
export const lines = (maxLength: number) =>
  check(z.string().max(maxLength), (text) => findFault(text, CONTROL_BUT_LINES));
