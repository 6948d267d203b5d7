/** Reads what is asked for at first and once it is older than `ms`; all who ask meanwhile share one answer. */
export const keepFor = <T>(ms: number, now: () => number, read: () => Promise<T>): (() => Promise<T>) => {
  let kept: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  return async () => {
    if (kept === undefined || now() >= kept.untilMs) kept = { value: read(), untilMs: now() + ms };
    try {
      return await kept.value;
    } catch (error) {
      kept = undefined;
      throw error;
    }
  };
};
