/** `npm run export-data`: writes an account with all its data to a file. */
import { messageOf, StartFailure } from "../local/failure.ts";
import { readArguments, runAtTerminal } from "../local/terminal.ts";
import { type Counts, exportAccount, type Line } from "./move/account.ts";
import { atPlace, newKey, travelSeals } from "./move/command.ts";
import { writeLines } from "./move/file.ts";

const USAGE = `Usage: npm run export-data -- --account <id> --to <file> [--data-dir <path> | --stage <stage>] [--json]

  --account <id>      the account; GET /account tells its id
  --to <file>         gets all that it has: keys, flows, runs, files (lines of JSON, gzipped)
  --data-dir <path>   of a service on this machine, which must be stopped (default .gleaner)
  --stage <stage>     a deployed stage, reached with your AWS credentials

Secrets in the file are sealed under a key that is printed once: \`npm run import-data\` asks for it.
`;

await runAtTerminal(async () => {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const values = readArguments(
    { account: text, to: text, "data-dir": text, stage: text, json: flag, help: flag },
    USAGE,
  );
  const { account, to, "data-dir": dataDir, stage, json, help } = values;
  if (help) return console.log(USAGE);
  if (account === undefined || to === undefined)
    throw new StartFailure(`--account or --to is missing.\n\n${USAGE}`);
  const key = newKey();
  let counts: Counts = { items: 0, objects: 0 };
  const counted = async function* (lines: AsyncIterable<Line>) {
    for await (const line of lines) {
      if ("end" in line) counts = line.end;
      yield line;
    }
  };
  await atPlace({ stage, dataDir }, (place) =>
    writeLines(to, counted(exportAccount(place, account, travelSeals(key), new Date()))),
  ).catch((error: unknown) => {
    throw error instanceof StartFailure
      ? error
      : new StartFailure(`Nothing was exported: ${messageOf(error)}.`);
  });
  if (json) console.log(JSON.stringify({ account, file: to, key, ...counts }));
  else
    console.log(
      `${counts.items} items and ${counts.objects} objects of ${account} are in ${to}\nIts key, shown once: ${key}`,
    );
});
