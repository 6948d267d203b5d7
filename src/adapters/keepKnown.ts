import { keepFor } from "./keepFor.ts";

/** As `keepFor`, but a value that was read once is kept for as long as reading it again fails. */
export const keepKnown = <T>(ms: number, now: () => number, read: () => Promise<T>): (() => Promise<T>) => {
  let known: { readonly value: T } | undefined;
  return keepFor(ms, now, async () => {
    try {
      known = { value: await read() };
    } catch (error) {
      if (known === undefined) throw error;
    }
    return known.value;
  });
};
