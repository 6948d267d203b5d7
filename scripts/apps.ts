/**
 * `npm run apps [-- --json --only trac]`: installs real applications from PyPI and npm, fills them with data of our own, and does on each
 * what users do: a list from one sentence, pages of single records, a crawl, a monitor. Each job is judged against the
 * application's own database, and fails the command if anything of it is wrong. An application that cannot be installed is
 * skipped, with the reason.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "../client/index.ts";
import { runCommandLine, SetupError } from "../lib/setup-error.ts";
import { startService } from "../local/demo/service.ts";
import { createShutdown, type Shutdown } from "../local/shutdown.ts";
import { APPLICATIONS, type Application, commandOf, type Held, installOf } from "./apps/applications.ts";
import { doJobs, isRight, type Judgements } from "./apps/jobs.ts";
import { endGroup, run } from "./rehearse/command.ts";
import { FOLDER, LOG } from "./rehearse/place.ts";
import { findPort, whenReady } from "./rehearse/process.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, only: { type: "string" } },
});

type Outcome = Judgements | { readonly skipped: string };

interface Ready {
  readonly application: Application;
  readonly folder: string;
  readonly port: number;
  readonly held: readonly Held[];
}

const script = async (...of: Parameters<typeof commandOf>): Promise<Held[]> => {
  const [program, ...args] = commandOf(...of);
  return JSON.parse(await run(program, args));
};

/** Installs, fills and serves an application. @returns why that is not possible here, if it is not */
const open = async (application: Application, { add }: Shutdown): Promise<Ready | { skipped: string }> => {
  const skipped = await installOf(application);
  if (skipped !== null) return { skipped };
  const folder = mkdtempSync(join(tmpdir(), `gleaner-${application.name}-`));
  add(() => rmSync(folder, { recursive: true, force: true }));
  const held = await script(application, "fill", folder);
  const port = await findPort();
  const [program, ...args] = application.serve(folder, port);
  const log = openSync(LOG, "a");
  const child: ChildProcess = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ["ignore", log, log],
  });
  add(() => endGroup(child, "SIGKILL"));
  await whenReady(child, () => fetch(`http://127.0.0.1:${port}${application.list.path}`));
  return { application, folder, port, held };
};

const describe = (name: string, outcome: Outcome): string => {
  if ("skipped" in outcome) return `${name}: skipped. ${outcome.skipped}`;
  const jobs = Object.entries(outcome).map(([job, { right, of, wrong }]) =>
    [`  ${job}: ${right} of ${of} right`, ...wrong.map((each) => `    ${each}`)].join("\n"),
  );
  return [name, ...jobs].join("\n");
};

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const chosen = (): readonly Application[] => {
  const { only } = values;
  const applications = APPLICATIONS.filter(({ name }) => only === undefined || name === only);
  if (applications.length > 0) return applications;
  throw new SetupError(`--only takes one of ${APPLICATIONS.map(({ name }) => name).join(", ")}.`);
};

await runCommandLine(async () => {
  const applications = chosen();
  mkdirSync(FOLDER, { recursive: true });
  const shutdown = createShutdown();
  try {
    const outcomes: Record<string, Outcome> = {};
    const ready: Ready[] = [];
    for (const application of applications) {
      const opened = await open(application, shutdown);
      if ("skipped" in opened) outcomes[application.name] = opened;
      else ready.push(opened);
    }
    const opened = ready.map(({ port }) => `127.0.0.1:${port}`);
    // Judged is what is collected; the embedded table starts faster.
    const service =
      ready.length > 0 ? await startService(opened, shutdown.add, ["--table", "embedded"]) : null;
    for (const { application, folder, port, held } of service ? ready : []) {
      const place = {
        client: createClient({ url: service?.url ?? "", apiKey: service?.apiKey ?? "" }),
        url: `http://127.0.0.1:${port}`,
        held,
        change: () => script(application, "change", folder),
      };
      outcomes[application.name] = await doJobs(application, place, say);
    }
    console.log(
      values.json
        ? JSON.stringify(outcomes)
        : Object.entries(outcomes)
            .map(([name, outcome]) => describe(name, outcome))
            .join("\n"),
    );
    const judged = Object.values(outcomes).filter((outcome) => !("skipped" in outcome));
    if (!judged.every((outcome) => Object.values(outcome).every(isRight))) process.exitCode = 1;
  } finally {
    await shutdown.run();
  }
});
