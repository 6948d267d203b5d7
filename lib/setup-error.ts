/** A problem that the person who builds or deploys can fix. Its message is all they need. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}

/** Runs a command. A `SetupError` ends it with its message and exit code 1. */
export const runCommandLine = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
