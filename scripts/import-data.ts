/** `npm run import-data`: imports an account that `npm run export-data` wrote. */
import { messageOf, StartFailure } from "../local/failure.ts";
import { readArguments, runAtTerminal } from "../local/terminal.ts";
import { importAccount } from "./move/account.ts";
import { atPlace, travelSeals } from "./move/command.ts";
import { readLines } from "./move/file.ts";

const USAGE = `Usage: npm run import-data -- --from <file> --key <key> [--data-dir <path> | --stage <stage>] [--json]

  --from <file>       a file that \`npm run export-data\` wrote
  --key <key>         the key that it printed (or EXPORT_KEY in the environment)
  --data-dir <path>   of a service on this machine, which was started once and is stopped now (default .gleaner)
  --stage <stage>     a deployed stage, reached with your AWS credentials

The account keeps its id and its API keys. An import that was broken off can be made again.
`;

await runAtTerminal(async () => {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const values = readArguments(
    { from: text, key: text, "data-dir": text, stage: text, json: flag, help: flag },
    USAGE,
  );
  const { from, key = process.env.EXPORT_KEY, "data-dir": dataDir, stage, json, help } = values;
  if (help) return console.log(USAGE);
  if (from === undefined || key === undefined)
    throw new StartFailure(`--from or --key is missing.\n\n${USAGE}`);
  const seals = travelSeals(key);
  const imported = await atPlace({ stage, dataDir }, (place) =>
    importAccount(place, readLines(from), seals),
  ).catch((error: unknown) => {
    throw error instanceof StartFailure
      ? error
      : new StartFailure(`Nothing was imported: ${messageOf(error)}.`);
  });
  if (json) console.log(JSON.stringify(imported));
  else
    console.log(`${imported.account} is here, with ${imported.items} items and ${imported.objects} objects.`);
});
