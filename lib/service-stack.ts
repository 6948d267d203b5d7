import {
  CfnOutput,
  type CfnResource,
  Duration,
  Fn,
  NestedStack,
  Stack,
  type StackProps,
  Validations,
} from "aws-cdk-lib";
import type { Construct } from "constructs";
import { ADMIN_FUNCTIONS, CALLED_WORKERS, CLOCK_WORKERS, QUEUE_WORKERS } from "../src/contract/workers.ts";
import { acknowledgements } from "./acknowledgements.ts";
import { createAlarms } from "./alarms.ts";
import type { BrowserLayerFiles } from "./browser-layer-files.ts";
import type { Bundles } from "./bundle.ts";
import { workersOf } from "./concurrency.ts";
import { Clock } from "./constructs/clock.ts";
import { Endpoints } from "./constructs/endpoints.ts";
import { MailEvents } from "./constructs/mail-events.ts";
import { nameLogically } from "./constructs/names.ts";
import { OperationsDashboard } from "./constructs/operations-dashboard.ts";
import { type FunctionContext, ServiceFunction } from "./constructs/service-function.ts";
import { Site } from "./constructs/site.ts";
import { DeadLetters, StuckQueue, WorkQueue } from "./constructs/work-queue.ts";
import { DASHBOARD_PATH } from "./dashboard-policy.ts";
import type { DataNames, DataStack } from "./data-stack.ts";
import { contextOf, namesFor } from "./function-context.ts";
import { FUNCTIONS, type FunctionRow, UNKNOWN_ROUTE } from "./functions.ts";
import type { Callable, Reachable } from "./grants.ts";
import { modelAcknowledgements } from "./providers.ts";
import { ownDomain, type Settings, writeKeptSettings } from "./settings.ts";
import { STAGES } from "./stages.ts";

interface ServiceStackProps extends StackProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly bundles: Bundles;
  readonly browserLayer: BrowserLayerFiles;
}

const QUEUE_WORKER_NAMES = Object.keys(QUEUE_WORKERS) as (keyof typeof QUEUE_WORKERS)[];

/** The functions that are not called by requests. */
const WORKER_NAMES = [
  ...Object.keys(QUEUE_WORKERS),
  ...Object.keys(CALLED_WORKERS),
  ...Object.keys(CLOCK_WORKERS),
];

/** The functions whose answers, events or mail link to the dashboard. */
export const LINKING_FUNCTIONS: readonly string[] = [
  "getDocs",
  "deliverWebhook",
  "fanOutEvent",
  "handOverDue",
  "testWebhook",
  "startSignIn",
  "startDeviceSignIn",
  "getSso",
  "putSso",
  "deleteSso",
  "startSso",
  "finishSso",
  "invitePerson",
];

type Queues = ReadonlyMap<string, WorkQueue>;
type ContextWith = (callable: Reachable["callable"]) => FunctionContext;
type FunctionOf = (name: string) => ServiceFunction;

/** Everything that can be rebuilt at any time: API, functions, queues, clock and alarms. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, props);
    this.addStackDependency(props.data);
    const stage = STAGES[props.settings.stage];
    const names = namesFor(this, props);
    const deadLetters = new DeadLetters(this, "DeadLetters");
    const stuck = new StuckQueue(this, "Stuck");
    const queues = createQueues(this, deadLetters);
    // Without a sender, no mail is sent and there are no mail events.
    const mailEvents = props.settings.mailSender ? new MailEvents(this, "MailEvents") : undefined;
    const leavesOut = ({ dialect }: Pick<FunctionRow, "dialect">): boolean =>
      dialect === "firecrawl" && props.settings.firecrawl === "off";
    const functionOf = createFunctions(
      this,
      (callable) => contextOf(this, props, names, { queues, deadLetters, stuck, callable }, mailEvents),
      leavesOut,
    );
    startWorkers(this, queues, functionOf, props.settings);
    mailEvents?.feed(functionOf("recordMailEvents"));
    const site = stage.site ? new Site(this, "Site", siteProps(names, props.settings)) : undefined;
    // The guides are published beside the dashboard.
    const dashboardUrl = `${site?.origin ?? ""}${DASHBOARD_PATH}`;
    for (const name of [UNKNOWN_ROUTE.name, ...LINKING_FUNCTIONS])
      functionOf(name).lambda.addEnvironment("DASHBOARD_URL", dashboardUrl);
    const endpoints = new Endpoints(this, "Endpoints", {
      functionOf,
      leavesOut,
      logRetentionDays: stage.logRetentionDays,
      throttle: stage.throttle,
      browserOrigins: browserOrigins(site, props.settings),
      domain: ownDomain(props.settings.apiDomain, props.settings.apiCertificateArn),
    });
    if (site && hasSessions(props.settings)) {
      // Part of the stack's own id: nobody can guess it, and it guards only whose address is counted.
      const cdnToken = Fn.select(2, Fn.split("/", this.stackId));
      site.serveApi(endpoints.api, cdnToken);
      for (const [name, row] of FUNCTIONS) {
        if (row.kind !== "http" || leavesOut(row)) continue;
        const { lambda } = functionOf(name);
        lambda.addEnvironment("SITE_ORIGIN", site.origin);
        lambda.addEnvironment("CDN_TOKEN", cdnToken);
      }
    }
    const { alarms } = createAlarms(this, props.settings, {
      api: endpoints.api,
      tableName: names.tableName,
      queues,
      deadLetters,
      stuck,
      functionOf,
      mailEvents,
    });
    if (props.settings.operationsDashboard === "yes")
      new OperationsDashboard(this, "OperationsDashboard", {
        alarms,
        api: endpoints.api,
        queues,
        deadLetters: deadLetters.queue,
        workers: new Map(WORKER_NAMES.map((name) => [name, functionOf(name)])),
        tableName: names.tableName,
      });
    new CfnOutput(this, "Table", { value: names.tableName }).overrideLogicalId("TableName");
    new CfnOutput(this, "KeptSettings", { value: writeKeptSettings(props.settings) }).overrideLogicalId(
      "Settings",
    );
    nameAdminFunctions(this, functionOf);
    Validations.of(this).acknowledge(
      ...acknowledgements(props.data, this.stackName),
      ...modelAcknowledgements(props.settings),
    );
  }
}

const siteProps = ({ bucketName }: DataNames, settings: Settings) => ({
  resultsBucketName: bucketName,
  domain: ownDomain(settings.dashboardDomain, settings.dashboardCertificateArn),
  apiDomain: settings.apiDomain,
  webAclArn: settings.webAclArn,
});

/**
 * Whether people can sign in: links need a sender of mail, and cookies the API at the dashboard's origin. With a domain of the
 * operator's, the API can allow that origin without naming the CDN.
 */
const hasSessions = ({ dashboardDomain, mailSender }: Settings): boolean =>
  dashboardDomain !== undefined && mailSender !== undefined;

/** The dashboard's origin, and those that the deployment adds. */
const browserOrigins = (site: Site | undefined, settings: Settings): readonly string[] => {
  const { dashboardOrigin, corsOrigins = [] } = settings;
  if (corsOrigins.includes("*")) return ["*"];
  return [site?.origin, dashboardOrigin, ...corsOrigins].filter((origin) => origin !== undefined);
};

const createQueues = (scope: Construct, deadLetters: DeadLetters): Queues =>
  new Map(
    Object.values(QUEUE_WORKERS).map((worker) => [
      worker.queue,
      new WorkQueue(scope, worker.queue, {
        consumerTimeoutSeconds: worker.timeoutSeconds,
        maxReceiveCount: worker.maxReceiveCount,
        deadLetters,
      }),
    ]),
  );

/**
 * A stack is limited to 500 resources, so the functions that answer requests, whose number grows, are in a nested
 * stack.
 */
const createFunctions = (
  scope: Construct,
  contextWith: ContextWith,
  leavesOut: (row: Pick<FunctionRow, "dialect">) => boolean,
): FunctionOf => {
  const answering = new NestedStack(scope, "Answering", { description: "Gleaner: what answers requests" });
  nameLogically(answering.nestedStackResource as CfnResource, "answering");
  const functions = new Map<string, ServiceFunction>();
  const callable = new Map<string, Callable>();
  const context = contextWith(callable);
  // Functions are created before their callers.
  const rows = [...FUNCTIONS].sort(
    ([, a], [, b]) => Number(b.kind === "called") - Number(a.kind === "called"),
  );
  for (const [name, row] of rows) {
    if (leavesOut(row)) continue;
    const made = new ServiceFunction(row.kind === "http" ? answering : scope, row, context);
    functions.set(name, made);
    const { functionArn, functionName } = made.lambda;
    if (row.kind === "called")
      callable.set(name, { functionArn, functionName, sessionRoleArn: made.sessionRoleArn });
  }
  return (name) => {
    const found = functions.get(name);
    if (found === undefined) throw new Error(`There is no function "${name}" in the stack.`);
    return found;
  };
};

const startWorkers = (scope: Construct, queues: Queues, functionOf: FunctionOf, settings: Settings): void => {
  for (const name of QUEUE_WORKER_NAMES) {
    const worker = QUEUE_WORKERS[name];
    const maxConcurrency = workersOf(name, settings, settings.concurrency);
    queues.get(worker.queue)?.feed(functionOf(name), { ...worker, maxConcurrency });
  }
  // A call that fails is not repeated: it counts as one error, and the clock calls again within a minute.
  for (const name of [...Object.keys(CALLED_WORKERS), ...Object.keys(CLOCK_WORKERS)])
    functionOf(name).lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
  for (const [name, worker] of Object.entries(CLOCK_WORKERS))
    new Clock(scope, functionOf(name), worker.everyMinutes);
};

/** Operators invoke these functions by the names in the stack's outputs. */
const nameAdminFunctions = (stack: Stack, functionOf: FunctionOf): void => {
  for (const name of Object.keys(ADMIN_FUNCTIONS))
    new CfnOutput(stack, `${name}FunctionName`, { value: functionOf(name).lambda.functionName });
};
