type Close = () => void | Promise<void>;

/** Everything started so far. `run` closes it in reverse order, once, and continues past failures. */
export interface Shutdown {
  /** Call as soon as something is started, not when it is ready, so that a failed start closes it too. */
  add(close: Close): void;
  run(): Promise<void>;
}

export const createShutdown = (): Shutdown => {
  const closers: Close[] = [];
  let running: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop())
      await Promise.resolve()
        .then(close)
        .catch(() => undefined);
  };
  return {
    add: (close) => {
      closers.push(close);
    },
    run: () => {
      running ??= closeAll();
      return running;
    },
  };
};
