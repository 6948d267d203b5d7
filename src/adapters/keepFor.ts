/** Caches what `read` returns for `ms`; callers that ask at the same time share one read. */
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
