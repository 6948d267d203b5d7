/** `npm run deny`: shows, adds and removes the rules by which targets are denied. */
import { parseArgs } from "node:util";
import { StartFailure } from "../local/failure.ts";
import { openPlace, PLACE_OPTIONS, PLACE_USAGE } from "../local/operatorPlace.ts";
import { runOperatorCommand } from "./operator/run.ts";

const USAGE = `Usage: npm run deny -- (--stage <stage> | --endpoint <address>) [--add <rule> --reason <text> | --remove <rule>]

${PLACE_USAGE}  --add       a host with its subdomains, an IP address, or a range such as 192.0.2.0/24
  --reason    why, for operators: callers see only the rule
  --remove    a rule
`;

await runOperatorCommand(async () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { ...PLACE_OPTIONS, add: text, reason: text, remove: text } });
  const { add, reason, remove, ...where } = values;
  if ((add === undefined) !== (reason === undefined) || (add !== undefined && remove !== undefined))
    throw new StartFailure(USAGE);
  return openPlace(where, USAGE).invoke("denyTargets", { add, reason, remove });
});
