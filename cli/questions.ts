import type { Extraction } from "../client/index.ts";

type Questions = NonNullable<Extraction["questions"]>;

/** A line for each field that could have several values. */
export const askedOf = (questions: Questions = []): string[] =>
  questions.map(
    ({ field, candidates }) =>
      `Which is ${field}? ${candidates.map(({ value, where }) => `${JSON.stringify(value)} (${where})`).join(" or ")}. The first was taken.`,
  );
