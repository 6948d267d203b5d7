type Stop = () => Promise<unknown>;

/** Jest runs a suite's setup and teardown from two files, which share data on the global object. */
const shared = globalThis as { gleanerTeardown?: Map<string, Stop> };

export const stopLater = (name: string, stop: Stop): void => {
  shared.gleanerTeardown ??= new Map();
  shared.gleanerTeardown.set(name, stop);
};

export const stopNow = async (name: string): Promise<void> => {
  await shared.gleanerTeardown?.get(name)?.();
};
