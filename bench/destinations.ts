/** `npm run bench -- --destinations`: delivers one large run to each kind of place with the worker of deliveries. */
import { parseArgs } from "node:util";
import { startPostgres, WHY_NO_POSTGRES } from "../test/helpers/postgres.ts";
import { runLong } from "./longRunProcess.ts";

const USAGE = `Usage: npm run bench -- --destinations [--json] [--items <number>]

Collects --items items (default: 1000000) of about 200 bytes into one run, and delivers it to a bucket, a folder, a receiver of
requests and, where PostgreSQL is installed, a table, all on this machine. Then it exports the run in each format, in parts of 32 MB. It
fails if an item is missing. seconds, how long each took; parts, of how many it consists; memoryMb, the most memory that the worker took.`;

interface Delivered {
  readonly to: string;
  readonly format: string;
  readonly items: number;
  readonly parts: number;
  readonly seconds: number;
  readonly memoryMb: number;
}

const { values } = parseArgs({
  options: {
    destinations: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    items: { type: "string", default: "1000000" },
  },
});

const main = async (): Promise<void> => {
  if (WHY_NO_POSTGRES !== null) console.error(`Without a table: ${WHY_NO_POSTGRES}`);
  const database = WHY_NO_POSTGRES === null ? await startPostgres() : undefined;
  try {
    const delivered = await runLong<Delivered[]>({
      site: ["site/receiver.ts"],
      worker: "contenders/destinations.ts",
      args: [values.items, ...(database ? [String(database.port), database.password] : [])],
      row: "deliverData",
      hosts: database ? [`127.0.0.1:${database.port}`] : [],
    });
    if (values.json) console.log(JSON.stringify({ delivered }));
    else console.table(delivered);
  } finally {
    await database?.stop();
  }
};

if (values.help) console.log(USAGE);
else await main();
process.exit();
