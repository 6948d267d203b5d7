/** `npm run backup`: backs up the data directory, whether or not the service is running. */
import { takeBackup } from "./backup/take.ts";
import { StartFailure } from "./failure.ts";
import { readArguments, runAtTerminal } from "./terminal.ts";

const USAGE = `Usage: npm run backup -- --to <folder> [options]

  --to <folder>       gets the backup, as a folder of its own: gleaner-<time>
  --data-dir <path>   what to back up (default .gleaner)
  --keep <number>     how many backups to keep there: older ones are removed (default: all)
  --json              one object: {"folder","bytes","removed"}

A backup holds the service's secrets: keep it as safe as the data directory. \`npm run restore\` takes it back.
`;

const parseKeep = (text: string | undefined): number | undefined => {
  if (text !== undefined && !/^[1-9]\d{0,4}$/.test(text))
    throw new StartFailure(`--keep takes a number from 1, not "${text}".`);
  return text === undefined ? undefined : Number(text);
};

await runAtTerminal(async () => {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const {
    to,
    "data-dir": dataDir = ".gleaner",
    keep,
    json,
    help,
  } = readArguments({ to: text, "data-dir": text, keep: text, json: flag, help: flag }, USAGE);
  if (help) return console.log(USAGE);
  if (to === undefined) throw new StartFailure(`--to is missing.\n\n${USAGE}`);
  const taken = await takeBackup({ dataDir, to, keep: parseKeep(keep), now: new Date() });
  if (json) return console.log(JSON.stringify(taken));
  console.log(`Backed up ${dataDir} (${(taken.bytes / 1e6).toFixed(1)} MB) to ${taken.folder}`);
  for (const old of taken.removed) console.log(`Removed ${old}`);
});
