import type { Command } from "commander";
import type { Client, FlowDefinition, ImportedFlows } from "../../client/index.ts";
import { readBackupParts } from "../backupFile.ts";
import { openContext, type World } from "../context.ts";
import { OutcomeError } from "../failure.ts";

interface ImportOptions {
  readonly dryRun?: true;
  readonly paused?: true;
}

interface Imported {
  readonly name: string;
  readonly url: string;
  readonly flowId: string | null;
  readonly status: string;
  readonly leftOut: readonly string[];
}

type Wished = ImportedFlows["flows"][number];

const keyOf = (name: unknown, url: unknown): string => JSON.stringify([name, url]);

/** The monitors that exist: an interrupted import continues where it stopped. */
const readKnown = async (client: Client): Promise<Set<string>> => {
  const known = new Set<string>();
  for await (const { name, url } of client.flows.list({ mode: "monitor", limit: 200 }))
    known.add(keyOf(name, url));
  return known;
};

const create = async (client: Client, { definition, active }: Wished, isPaused: boolean) => {
  const { id, status } = await client.flows.create(definition as unknown as FlowDefinition);
  if (!active || isPaused) return { flowId: id, status };
  return { flowId: id, status: (await client.flows.update(id, { status: "active" })).status };
};

export const addImports = (program: Command, world: World): void => {
  program
    .command("import")
    .argument("<file>", "backup of changedetection.io: its ZIP file, or the url-watches.json in it")
    .option("--dry-run", "only show what would be created and what would be left out")
    .option("--paused", "create all flows as drafts, also those that ran by their schedule")
    .description("create monitors from a backup of changedetection.io")
    .addHelpText(
      "after",
      "\nNotification addresses, credentials and earlier versions of pages stay behind. A monitor that exists by name and URL is skipped.",
    )
    .action(async (file: string, { dryRun, paused }: ImportOptions, command) => {
      const parts = await readBackupParts(file);
      const { client, output } = await openContext(world, command);
      const results: ImportedFlows[] = [];
      for (const backup of parts)
        results.push(await client.imports.convertBackup({ from: "changedetection.io", backup }));
      const flows = results.flatMap((result) => result.flows);
      const refused = results.flatMap((result) => result.refused);
      const known = dryRun ? new Set<string>() : await readKnown(client);
      const rows: Imported[] = [];
      for (const wished of flows) {
        const { name, url } = wished.definition as { name: string; url: string };
        const leftOut = wished.leftOut.map(({ setting, reason }) => `${setting}: ${reason}`);
        const isKnown = known.has(keyOf(name, url));
        output.progress(`${rows.length + 1} of ${flows.length}`);
        const made =
          dryRun || isKnown
            ? {
                flowId: null,
                status: isKnown ? "exists" : wished.active ? "would be active" : "would be a draft",
              }
            : await create(client, wished, paused === true);
        rows.push({ name, url, ...made, leftOut });
      }
      output.endProgress();
      const general = results[0]?.leftOut ?? [];
      if (output.isJson) output.record({ flows: rows, refused, leftOut: general });
      else {
        output.list(rows, ["name", "status", "url", "flowId"]);
        for (const { setting, reason } of general) output.say(`Left out: ${setting}. ${reason}`);
        for (const { name, leftOut } of rows) for (const line of leftOut) output.say(`${name}: ${line}`);
        for (const { url, reason } of refused) output.say(`Not imported: ${url}. ${reason}`);
      }
      if (flows.length === 0) throw new OutcomeError(`${file} has no watch that can become a monitor.`);
    });
};
