import type * as z from "zod";
import { DomainError, type ErrorDetail } from "../../contract/errors.ts";

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
  [...branches].sort((a, b) => unknownKeys(a) - unknownKeys(b) || a.length - b.length)[0] ?? [];

const unknownKeys = (issues: readonly Issue[]): number =>
  issues.filter(({ code }) => code === "unrecognized_keys").length;

const detailsOf = (issue: Issue, base: readonly PropertyKey[]): ErrorDetail[] => {
  const path = [...base, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: formatPath([...path, key]), message: "is not a known field" }));
  if (issue.code === "invalid_union" && issue.errors.length > 0)
    return nearestBranch(issue.errors).flatMap((inner) => detailsOf(inner, path));
  return [{ path: formatPath(path), message: messageOf(issue) }];
};

/** The most common faults in plain words; the messages of the others are clear enough. */
const messageOf = (issue: Issue): string => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    case "invalid_value":
      return issue.input === undefined
        ? `is required: one of ${issue.values.join(", ")}`
        : `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return `must be ${bound(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must be ${bound(issue.origin, "at most", issue.maximum)}`;
    default:
      return issue.message;
  }
};

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const bound = (origin: string, relation: string, limit: number | bigint): string => {
  if (origin === "string") return `${relation} ${limit} characters long`;
  if (origin === "array") return `a list of ${relation} ${limit} entries`;
  return `${relation} ${limit}`;
};

/** Parses input from outside. @throws DomainError `invalid-request` with the path of each fault */
export const parseInput = <T extends z.ZodType>(schema: T, input: unknown, what: string): z.output<T> => {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const details = result.error.issues.flatMap((issue) => detailsOf(issue, [])).slice(0, MAX_DETAILS);
  const first = details[0];
  const hint = first ? `: ${first.path || what} ${first.message}` : "";
  throw new DomainError("invalid-request", `The ${what} is not valid${hint}.`.replace(/\.\.$/, "."), {
    details,
  });
};
