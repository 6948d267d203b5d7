import { STAGE_NAMES } from "../lib/stages.ts";

/** The stage that a command names first, and what follows it; ends the process where it names none. */
export const readStageArgument = (command: string): { stage: string; rest: string[] } => {
  const [stage, ...rest] = process.argv.slice(2);
  if (stage === undefined || stage.startsWith("-")) {
    console.error(`Usage: npm run ${command} -- <${STAGE_NAMES.join("|")}>`);
    process.exit(1);
  }
  return { stage, rest };
};
