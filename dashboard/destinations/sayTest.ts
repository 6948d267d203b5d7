import type { DestinationTest } from "../../client/index.ts";

/** The outcome of a test, in one sentence. */
export const sayTest = ({ succeeded, error }: DestinationTest): string =>
  succeeded ? "The test was delivered." : `The test failed: ${error?.message ?? "no answer"}`;
