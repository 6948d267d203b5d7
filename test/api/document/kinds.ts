/** The types of the service document, as tests hold values to them. */
import { expect } from "@jest/globals";

const isString = (value: unknown): value is string => typeof value === "string";

const every = (value: unknown, isOne: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const KINDS = {
  string: isString,
  "string or null": (value) => value === null || isString(value),
  number: (value) => typeof value === "number" && Number.isFinite(value),
  percentage: (value) => typeof value === "number" && value >= 0 && value <= 100,
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  timestamp: (value) => isString(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value),
  object: isObject,
  array: (value) => Array.isArray(value),
  "array of strings": (value) => every(value, isString),
  "array of objects": (value) => every(value, isObject),
} as const satisfies Record<string, (value: unknown) => boolean>;

/** A type of the document, or the values that it lists: `a | b`. */
export type Kind = keyof typeof KINDS | readonly string[];

export const nameOf = (kind: Kind): string =>
  typeof kind === "string"
    ? `is ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`
    : `is one of ${kind.join(", ")}`;

/** Fails, with the value in the message, where it is not of the kind. */
export const expectKind = (value: unknown, kind: Kind): void => {
  const fits = typeof kind === "string" ? KINDS[kind](value) : isString(value) && kind.includes(value);
  expect({ value, fits }).toEqual({ value, fits: true });
};
