import { DomainError } from "../../contract/errors.ts";
import { formatPath } from "../../domain/shared/parse.ts";

/** Deeper than any schema of the contract, and far less than what overflows the stack. */
const MAX_DEPTH = 100;

const refuse = (path: string, message: string, cause?: unknown) =>
  new DomainError("invalid-request", `The body ${path === "" ? "" : `holds ${path}, which `}${message}.`, {
    details: [{ path, message }],
    cause,
  });

/** Where the parser stopped, without quoting the text, which may contain a secret. */
const placeOf = (error: unknown): string =>
  /\(line \d+ column \d+\)/.exec(error instanceof Error ? error.message : "")?.[0] ?? "";

const parse = (text: string): unknown => {
  if (text.trim() === "") throw refuse("", "is empty: send a JSON object");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse("", `is not valid JSON ${placeOf(error)}`.trimEnd(), error);
  }
};

/** Why the body parser rejected a text, in one sentence. */
export const explainRefusal = (text: string, cause: unknown): DomainError => {
  try {
    checkJson(parse(text));
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  return refuse("", "is not valid JSON", cause);
};

/** A key through which merging the object into another could reach a prototype. */
const isPoison = (key: string, value: unknown): boolean =>
  key === "__proto__" ||
  (key === "constructor" && typeof value === "object" && value !== null && Object.hasOwn(value, "prototype"));

/**
 * Rejects valid JSON that no request may contain: nested too deeply, lone surrogates, names that reach prototypes.
 *
 * @throws DomainError `invalid-request`
 */
export const checkJson = (value: unknown): void => {
  const open: { readonly value: unknown; readonly path: readonly (string | number)[] }[] = [
    { value, path: [] },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: inner, path } = next;
    if (typeof inner === "string" && !inner.isWellFormed())
      throw refuse(formatPath(path), "contains half a character: a lone surrogate");
    if (typeof inner !== "object" || inner === null) continue;
    if (path.length >= MAX_DEPTH)
      throw refuse("", `is nested too deeply: at most ${MAX_DEPTH} levels are read`);
    for (const [key, each] of Object.entries(inner)) {
      const at = [...path, Array.isArray(inner) ? Number(key) : key];
      if (isPoison(key, each)) throw refuse(formatPath(at), "cannot be the name of a field");
      open.push({ value: each, path: at });
    }
  }
};
