/**
 * `npm run rehearse [-- --json]`: deploys, uses, updates and destroys the service as on AWS, against an
 * emulator of AWS that it installs (from PyPI, into `.build`) and starts. It connects to nothing else. Without
 * Python it says so and succeeds.
 */
import { mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommandLine, SetupError } from "../lib/setup-error.ts";
import { startDemoSite } from "../local/demo-site/site.ts";
import { listenOnLoopback } from "../local/httpServer.ts";
import { createShutdown } from "../local/shutdown.ts";
import { LOCAL_REGION } from "../local/stack/names.ts";
import { checkAlarms } from "./rehearse/alarms.ts";
import { endCommands } from "./rehearse/command.ts";
import {
  bootstrap,
  countMade,
  type Deployment,
  deploy,
  destroy,
  stackNames,
  synthesise,
  useRegion,
} from "./rehearse/deployment.ts";
import { installEmulator, startEmulator, useEmulator } from "./rehearse/emulator.ts";
import { fillHeld, findLost, findReplaced, type Held, movedTo } from "./rehearse/held.ts";
import { checkIdentity, SIGNATURE_AGENT, startWatchedSite, type WatchedSite } from "./rehearse/identity.ts";
import { lintTemplates } from "./rehearse/lint.ts";
import { changeAccount, redriveDeadLetters } from "./rehearse/operators.ts";
import { FOLDER, LOG } from "./rehearse/place.ts";
import { redeployWithoutSettings } from "./rehearse/redeploy.ts";
import { lastRelease, makeRelease } from "./rehearse/release.ts";
import { followRunbook } from "./rehearse/restore.ts";
import { checkRefusal, createRoles, type Roles } from "./rehearse/roles.ts";
import { checkSession } from "./rehearse/session.ts";
import {
  type Caller,
  checkDashboard,
  collectShop,
  makeCaller,
  runUploadedList,
  smoke,
} from "./rehearse/use.ts";

/** For all steps, including installation; they take about five minutes on two idle cores. */
const TIMEOUT_MS = 900_000;

/** The first is updated from the last release. The others share its account: another stage, and another region. */
const UPDATED: Deployment = { stage: "prod", region: LOCAL_REGION };
const OTHERS: readonly Deployment[] = [
  {
    stage: "dev",
    region: LOCAL_REGION,
    settings: {
      alarmEmail: "ops@example.com",
      contactUrl: "https://example.com/bot",
      signatureAgent: SIGNATURE_AGENT,
    },
  },
  { stage: "prod", region: "eu-west-1" },
];

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const startedAt = performance.now();
const shutdown = createShutdown();

const step = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
  const since = performance.now();
  const done = await work();
  console.error(`${((performance.now() - since) / 1_000).toFixed(1).padStart(6)} s  ${title}`);
  return done;
};

const dataStackOf = (deployment: Deployment): string => stackNames(deployment)[0] ?? "";

/** @returns the records stored in the data stack, and the names of replaced resources */
const rehearseUpdate = async (): Promise<{ held: Held[]; replaced: string[] }> => {
  const release = lastRelease();
  useRegion(UPDATED.region);
  await step(`bootstrapped ${UPDATED.region}`, () => bootstrap(UPDATED));
  await step(`made release ${release}`, () => makeRelease(release, UPDATED));
  const held = await fillHeld(dataStackOf(UPDATED), UPDATED.region);
  await step(`updated it`, () => deploy(UPDATED));
  return { held, replaced: await findReplaced(dataStackOf(UPDATED), UPDATED.region, held) };
};

const rehearseUse = async (shopUrl: string) => {
  const caller = await step("made an account", () => makeCaller(UPDATED));
  const { faults, ...checks } = await step("ran the smoke test", () => smoke(caller, shopUrl));
  for (const fault of faults) console.error(`  ${fault}`);
  const runItems = await step("collected the demo shop", () => collectShop(caller, shopUrl));
  const runUrls = await step("ran an uploaded list", () => runUploadedList(caller, shopUrl));
  await step("published the dashboard", () => checkDashboard(UPDATED));
  await step("took a grant away, and was refused", () => checkRefusal(UPDATED, caller));
  const alarms = await step("failed rounds of the clock and runs, and saw the alarms", () =>
    checkAlarms(UPDATED, caller, shopUrl),
  );
  return { smoke: checks, runItems, runUrls, alarms, ...(await rehearseOperators(caller, shopUrl)) };
};

/** Does on the deployed stage what operators do by hand. */
const rehearseOperators = async (caller: Caller, shopUrl: string) => {
  const { redriven, runId } = await step("let a run's message die, and redrove it", () =>
    redriveDeadLetters(UPDATED, caller, shopUrl),
  );
  const { accountId, otherId, ...account } = await step("changed a plan, suspended an account", () =>
    changeAccount(UPDATED, caller),
  );
  const session = await step("kept a browser run's session out of another account", () =>
    checkSession(UPDATED, { accountId, otherId, runId }),
  );
  return { redriven, account, session };
};

/** Does for a stage of the others what its settings ask for. @returns how many signing keys it publishes */
const rehearseSettings = async (deployment: Deployment, roles: Roles, site: WatchedSite): Promise<number> => {
  const { stage, settings } = deployment;
  if (settings === undefined) return 0;
  await step(`deployed ${stage} again, without settings`, () => redeployWithoutSettings(deployment));
  await roles.hold(deployment);
  return step("signed requests, and added a key", async () =>
    checkIdentity(deployment, await makeCaller(deployment), site),
  );
};

const rehearseOthers = async (roles: Roles, site: WatchedSite) => {
  const held: Held[] = [];
  let signingKeys = 0;
  for (const deployment of OTHERS) {
    const { stage, region } = deployment;
    useRegion(region);
    if (region !== UPDATED.region) await step(`bootstrapped ${region}`, () => bootstrap(deployment));
    await step(`made ${stage} in ${region}`, () => deploy(deployment));
    signingKeys += await rehearseSettings(deployment, roles, site);
    held.push(...(await fillHeld(dataStackOf(deployment), region)));
  }
  return { held, signingKeys };
};

const rehearse = async () => {
  const shop = await startDemoSite({ port: 0 });
  shutdown.add(shop.stop);
  const guard = await listenOnLoopback(0, shutdown);
  const watched = await startWatchedSite(shutdown);
  const allowed = [`127.0.0.1:${shop.port}`, new URL(watched.url).host];
  const options = { allowed, functionsEndpoint: guard.url };
  const emulator = await step("started the emulator", () => startEmulator(options, shutdown));
  useEmulator(emulator);
  const roles = createRoles(guard, emulator.endpoint);
  for (const deployment of [UPDATED, ...OTHERS.filter(({ stage }) => stage !== UPDATED.stage)])
    await step(`synthesised ${deployment.stage}`, () => synthesise(deployment));
  const linted = await step("asked cfn-lint", lintTemplates);
  const { held, replaced } = await rehearseUpdate();
  await step("read its roles, which hold from here on", () => roles.hold(UPDATED));
  const used = await rehearseUse(shop.url);
  // Due work takes the same path as on AWS: a rule, the clock, a worker for its shard.
  await step("saw the clock call a worker for what was due", async () => {
    await roles.waitForUse("tick", "lambda:InvokeFunction");
    await roles.waitForUse("handOverDue", "dynamodb:Query");
  });
  const restored = await step("followed the runbook of a restore", () => followRunbook(UPDATED));
  if ("table" in restored) held.push(...movedTo(held, restored.table));
  const rest = await rehearseOthers(roles, watched);
  held.push(...rest.held);
  const denied = roles.readDenied();
  const made = await Promise.all([UPDATED, ...OTHERS].map(countMade));
  for (const deployment of [...OTHERS, UPDATED]) {
    useRegion(deployment.region);
    await step(`destroyed ${deployment.stage} in ${deployment.region}`, () => destroy(deployment));
  }
  const refused = made.flatMap((each) => each.refused);
  const lost = [...replaced, ...(await findLost(held))];
  const objections = "problems" in linted ? linted.problems : [];
  for (const problem of [...refused, ...lost, ...denied, ...objections]) console.error(`  ${problem}`);
  return {
    stacks: made.reduce((sum, { stacks }) => sum + stacks, 0),
    resourcesMade: made.reduce((sum, { resources }) => sum + resources, 0),
    refused: refused.length,
    replaced: lost.length,
    denied: denied.length,
    objections: objections.length,
    ...used,
    signingKeys: rest.signingKeys,
    restored,
    linted,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  };
};

const main = async (): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true });
  rmSync(LOG, { force: true });
  const skipped = await installEmulator();
  if (skipped !== null) {
    console.error(`Nothing was rehearsed: ${skipped}`);
    if (values.json) console.log(JSON.stringify({ skipped }));
    return;
  }
  const report = await rehearse();
  if (values.json) console.log(JSON.stringify(report));
  else console.log(report);
  const { refused, replaced, denied, smoke, objections } = report;
  if (refused + replaced + denied + smoke.failed + objections > 0)
    throw new SetupError(`The rehearsal failed; all that was printed is in ${LOG}.`);
};

const stop = async (code: number): Promise<never> => {
  endCommands();
  await shutdown.run();
  process.exit(code);
};
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.once(signal, () => void stop(code));
const timer = setTimeout(() => {
  console.error(`The rehearsal took longer than ${TIMEOUT_MS / 60_000} minutes and was ended.`);
  void stop(1);
}, TIMEOUT_MS);

try {
  await runCommandLine(main);
} finally {
  clearTimeout(timer);
  await shutdown.run();
}
