import { messageOf } from "../../local/failure.ts";

/** Runs an operator's command: prints what it returns as one line of JSON, or its error as a sentence. */
export const runOperatorCommand = async (command: () => Promise<unknown>): Promise<void> => {
  try {
    console.log(JSON.stringify(await command()));
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
};
