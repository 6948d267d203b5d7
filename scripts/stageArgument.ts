import { STAGE_NAMES } from "../lib/stages.ts";

/** Reads a command's first argument, the stage, and the remaining ones; exits if the stage is missing. */
export const readStageArgument = (command: string): { stage: string; rest: string[] } => {
  const [stage, ...rest] = process.argv.slice(2);
  if (stage === undefined || stage.startsWith("-")) {
    console.error(`Usage: npm run ${command} -- <${STAGE_NAMES.join("|")}>`);
    process.exit(1);
  }
  return { stage, rest };
};
