import { closest, distance } from "fastest-levenshtein";
import type * as z from "zod";
import { DomainError, type ErrorDetail } from "../../contract/errors.ts";
import { counted } from "../../contract/wording.ts";

const MAX_DETAILS = 20;

/** `["steps", 1, "fields", 0]` as `steps[1].fields[0]`. */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    "",
  );

type Issue = z.core.$ZodIssue;

/** The issues of the union's branch that came closest to matching. */
const nearestBranch = (branches: readonly (readonly Issue[])[]): readonly Issue[] =>
  [...branches].sort(
    (a, b) =>
      Number(a.some(isOfOtherKind)) - Number(b.some(isOfOtherKind)) ||
      unknownKeys(a) - unknownKeys(b) ||
      a.length - b.length,
  )[0] ?? [];

/** Whether the value as a whole is of another kind, such as a text where an object is meant. */
const isOfOtherKind = ({ code, path }: Issue): boolean =>
  path.length === 0 && (code === "invalid_type" || code === "invalid_value");

/** Whether the schema leaves it to zod to explain a fault. */
const hasNoWords = ({ message }: Issue): boolean => message.startsWith("Invalid ");

const unknownKeys = (issues: readonly Issue[]): number =>
  issues.filter(({ code }) => code === "unrecognized_keys").length;

const detailsOf = (issue: Issue, base: readonly PropertyKey[], known: readonly string[]): ErrorDetail[] => {
  const path = [...base, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: formatPath([...path, key]),
      message: `is not a known field${path.length === 0 ? remedyFor(key, known) : ""}`,
    }));
  if (issue.code === "invalid_union" && issue.errors.length > 0 && hasNoWords(issue))
    return nearestBranch(issue.errors).flatMap((inner) => detailsOf(inner, path, known));
  return [{ path: formatPath(path), message: messageOf(issue) }];
};

/** One wrong letter in so many is a slip. */
const LETTERS_PER_SLIP = 3;
const MAX_LISTED = 24;
/** What to send instead: the known field that is nearest, or all of them if they are few. */
const remedyFor = (key: string, known: readonly string[]): string => {
  const nearest = known.length === 0 ? "" : closest(key, [...known]);
  if (nearest !== "" && distance(key.toLowerCase(), nearest.toLowerCase()) <= key.length / LETTERS_PER_SLIP)
    return `: did you mean \`${nearest}\`?`;
  return known.length > 0 && known.length <= MAX_LISTED ? `: use ${known.join(", ")}` : "";
};

/** The most common faults in plain words; the messages of the others are clear enough. */
const messageOf = (issue: Issue): string => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    case "invalid_value":
      return oneOf(issue.values, issue.input);
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1
        ? "must not be empty"
        : `must be ${bound(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must be ${bound(issue.origin, "at most", issue.maximum)}`;
    case "invalid_format":
      return (hasNoWords(issue) && FORMAT_WORDS[issue.format]) || issue.message;
    case "invalid_union":
      return hasNoWords(issue) ? (kindOf(issue) ?? issue.message) : issue.message;
    default:
      return issue.message;
  }
};

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  email: "must be an email address",
  datetime: "must be a time such as 2026-11-21T06:00:00Z",
  date: "must be a day such as 2026-11-21",
};

const oneOf = (values: readonly unknown[], input: unknown): string => {
  const which = `${values.length === 1 ? "" : "one of "}${values.map(String).join(", ")}`;
  return input === undefined ? `is required: ${which}` : `must be ${which}`;
};

/** Which kinds of records a union tells apart by a field; zod's types do not have its `options` yet. */
const kindOf = (issue: Issue & { readonly code: "invalid_union" }): string | null => {
  if (!("options" in issue && Array.isArray(issue.options)) || !("discriminator" in issue)) return null;
  const input = issue.input as Readonly<Record<string, unknown>>;
  return oneOf(issue.options, input[String(issue.discriminator)]);
};

/** Zod's names of types that are not what callers call them. */
const TYPE_WORDS: Readonly<Record<string, string>> = { int: "whole number", record: "object" };

const withArticle = (type: string): string => {
  const word = TYPE_WORDS[type] ?? type;
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
};

const bound = (origin: string, relation: string, limit: number | bigint): string => {
  if (origin === "string") return `${relation} ${limit} characters long`;
  if (origin === "array") return `a list of ${relation} ${counted(Number(limit), "entry", "entries")}`;
  return `${relation} ${limit}`;
};

/** "url must be …", "url: send …". */
const saidOf = (message: string): string => `${PREDICATE.test(message) ? "" : ":"} ${message}`;
const PREDICATE = /^(?:must|is|are|has|have|does|may|can|cannot|needs?|holds?|takes?|names?|contains?)\b/;

/** Parses input from outside. @throws DomainError `invalid-request` with the path of each fault */
export const parseInput = <T extends z.ZodType>(schema: T, input: unknown, what: string): z.output<T> => {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const known = "shape" in schema ? Object.keys(schema.shape as object) : [];
  const details = result.error.issues.flatMap((issue) => detailsOf(issue, [], known)).slice(0, MAX_DETAILS);
  const first = details[0];
  const hint = first ? `: ${first.path || what}${saidOf(first.message)}` : "";
  throw new DomainError(
    "invalid-request",
    `The ${what} is not valid${hint}.`.replace(/[.?]\.$/, (end) => end.charAt(0)),
    {
      details,
    },
  );
};
