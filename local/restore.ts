/** `npm run restore`: creates a data directory from a backup. */
import { restoreBackup } from "./backup/restore.ts";
import { StartFailure } from "./failure.ts";
import { readArguments, runAtTerminal } from "./terminal.ts";

const USAGE = `Usage: npm run restore -- --from <backup> [--data-dir <path>] [--json]

  --from <backup>     a folder that \`npm run backup\` made
  --data-dir <path>   what to make of it (default .gleaner); must not hold anything yet
`;

await runAtTerminal(async () => {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const {
    from,
    "data-dir": dataDir = ".gleaner",
    json,
    help,
  } = readArguments({ from: text, "data-dir": text, json: flag, help: flag }, USAGE);
  if (help) return console.log(USAGE);
  if (from === undefined) throw new StartFailure(`--from is missing.\n\n${USAGE}`);
  const restored = await restoreBackup({ from, dataDir });
  if (json) console.log(JSON.stringify(restored));
  else
    console.log(
      `${restored.dataDir} is as it was at ${restored.takenAt}: npm start -- --data-dir ${dataDir}`,
    );
});
