/** `npm run explain`: says why a run failed, or what it is waiting for. */
import { parseArgs } from "node:util";
import { StartFailure } from "../local/failure.ts";
import { openPlace, PLACE_OPTIONS, PLACE_USAGE } from "../local/operatorPlace.ts";
import { runOperatorCommand } from "./operator/run.ts";

const USAGE = `Usage: npm run explain -- (--stage <stage> | --endpoint <address>) --account <account id> --run <run id>

${PLACE_USAGE}`;

await runOperatorCommand(async () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { ...PLACE_OPTIONS, account: text, run: text } });
  const { account: accountId, run: runId, ...where } = values;
  if (accountId === undefined || runId === undefined) throw new StartFailure(USAGE);
  return openPlace(where, USAGE).invoke("explainRun", { accountId, runId });
});
