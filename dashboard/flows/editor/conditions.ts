/** Conditions as chosen from menus. Their meaning and syntax are in the contract. */

export interface Test {
  readonly id: string;
  readonly title: string;
  /** The value that it takes; absent: none. */
  readonly takes?: "number" | "text";
  readonly write: (field: string, value: string) => string;
}

const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`;

/** Numbers, yes and no are written without quotes, other values with quotes. */
const literal = (text: string): string =>
  /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text) ? text : quoted(text);

/** Tests of a field. */
export const FIELD_TESTS: readonly Test[] = [
  { id: "falls", title: "falls", write: (field) => `${field} falls` },
  { id: "rises", title: "rises", write: (field) => `${field} rises` },
  { id: "below", title: "is below", takes: "number", write: (field, value) => `${field} < ${value}` },
  { id: "above", title: "is above", takes: "number", write: (field, value) => `${field} > ${value}` },
  {
    id: "percent",
    title: "changes by more than (%)",
    takes: "number",
    write: (field, value) => `${field} percent change > ${value}`,
  },
  { id: "is", title: "is", takes: "text", write: (field, value) => `${field} = ${literal(value)}` },
  { id: "isNot", title: "is not", takes: "text", write: (field, value) => `${field} != ${literal(value)}` },
  {
    id: "contains",
    title: "contains",
    takes: "text",
    write: (field, value) => `${field} contains ${quoted(value)}`,
  },
  {
    id: "lacks",
    title: "does not contain",
    takes: "text",
    write: (field, value) => `${field} not contains ${quoted(value)}`,
  },
];

/** Tests of whole records. */
const RECORD_TESTS: readonly Test[] = [
  { id: "added", title: "A record is added", write: () => "added" },
  { id: "removed", title: "A record is removed", write: () => "removed" },
  { id: "changed", title: "A record changes", write: () => "changed" },
  {
    id: "anyNumber",
    title: "Any number changes by more than (%)",
    takes: "number",
    write: (_, value) => `percent change > ${value}`,
  },
];

const TEXT_TESTS: readonly Test[] = [
  {
    id: "addedText",
    title: "Added text contains",
    takes: "text",
    write: (_, value) => `added text contains ${quoted(value)}`,
  },
  {
    id: "removedText",
    title: "Removed text contains",
    takes: "text",
    write: (_, value) => `removed text contains ${quoted(value)}`,
  },
  {
    id: "words",
    title: "More words change than",
    takes: "number",
    write: (_, value) => `changed words > ${value}`,
  },
];

const PICTURE_TESTS: readonly Test[] = [
  {
    id: "pixels",
    title: "More of the picture changes than (%)",
    takes: "number",
    write: (_, value) => `changed pixels > ${value}%`,
  },
];

/** Tests that need no field. @param watch what the monitor watches; empty: records */
export const wholeTests = (watch: string): readonly Test[] => {
  if (watch === "text") return TEXT_TESTS;
  if (watch === "picture") return PICTURE_TESTS;
  return RECORD_TESTS;
};
