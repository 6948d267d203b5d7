type Stop = () => Promise<unknown>;

/** Jest runs set-up and teardown of a suite from two files; what they share lives on the global object. */
const shared = globalThis as { gleanerTeardown?: Map<string, Stop> };

export const stopLater = (name: string, stop: Stop): void => {
  shared.gleanerTeardown ??= new Map();
  shared.gleanerTeardown.set(name, stop);
};

export const stopNow = async (name: string): Promise<void> => {
  await shared.gleanerTeardown?.get(name)?.();
};
