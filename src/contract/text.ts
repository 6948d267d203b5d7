import * as z from "zod";

/** What nobody sees: controls, formats, marks without a letter, spaces, and letters that stand for nothing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\p{Mn}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u;

const codeOf = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Says what no text of a person's holds, or null. */
const findFault = (text: string, control: RegExp): string | null => {
  if (!text.isWellFormed()) return "holds half a character: a lone surrogate";
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

/** A name, a subject: one line that people read, and see. */
export const line = (maxLength: number) => check(z.string().trim().min(1).max(maxLength), lineFault);

/** One line that is kept to the letter, spaces around it included. */
export const exactLine = (maxLength: number) => check(z.string().min(1).max(maxLength), lineFault);

/** Lines of text, which may be none. */
export const lines = (maxLength: number) =>
  check(z.string().max(maxLength), (text) => findFault(text, CONTROL_BUT_LINES));
