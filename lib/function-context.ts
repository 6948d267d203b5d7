/** What all functions of the service stack share: the resources that they reach, and their environment. */
import type { Stack } from "aws-cdk-lib";
import { Architecture } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { BrowserLayerFiles } from "./browser-layer-files.ts";
import { type Bundles, buildOf } from "./bundle.ts";
import { createBrowserLayer } from "./constructs/browser-layer.ts";
import type { MailEvents } from "./constructs/mail-events.ts";
import type { FunctionContext } from "./constructs/service-function.ts";
import type { DeadLetters, StuckQueue, WorkQueue } from "./constructs/work-queue.ts";
import type { DataNames, DataStack } from "./data-stack.ts";
import type { Reachable } from "./grants.ts";
import { mailIdentityArns, modelArns } from "./providers.ts";
import type { Settings } from "./settings.ts";
import { STAGES } from "./stages.ts";

interface ContextProps {
  readonly settings: Settings;
  readonly bundles: Bundles;
  readonly browserLayer: BrowserLayerFiles;
}

/** What the data stack exports, except for a table that an operator names instead. */
export const namesFor = (
  stack: Stack,
  { data, settings: { table } }: { readonly data: DataStack; readonly settings: Settings },
): DataNames =>
  table === undefined
    ? data.names
    : {
        ...data.names,
        tableName: table,
        tableArn: stack.formatArn({ service: "dynamodb", resource: "table", resourceName: table }),
      };

/** The queues that functions may send to. */
export interface Workplaces {
  readonly queues: ReadonlyMap<string, WorkQueue>;
  readonly deadLetters: DeadLetters;
  readonly stuck: StuckQueue;
  readonly callable: Reachable["callable"];
}

export const contextOf = (
  scope: Construct,
  { settings, bundles, browserLayer }: ContextProps,
  names: DataNames,
  { queues, deadLetters, stuck, callable }: Workplaces,
  mailEvents: MailEvents | undefined,
): FunctionContext => ({
  bundles,
  browserLayer: createBrowserLayer(scope, browserLayer),
  reachable: {
    ...names,
    mailArns: [
      ...mailIdentityArns(scope, settings.mailSender),
      ...(mailEvents ? [mailEvents.configurationSetArn] : []),
    ],
    modelArns: modelArns(scope, settings),
    proxySecretArn: settings.proxySecretArn,
    deadLetters: deadLetters.queue,
    stuck: stuck.queue,
    callable,
    queues: new Map([...queues].map(([name, { queue }]) => [name, queue])),
  },
  logRetentionDays: STAGES[settings.stage].logRetentionDays,
  architecture: settings.architecture === "x86_64" ? Architecture.X86_64 : Architecture.ARM_64,
  mailEnvironment: {
    ...(settings.mailSender && { MAIL_SENDER: settings.mailSender }),
    ...(mailEvents && { MAIL_CONFIGURATION_SET: mailEvents.configurationSetName }),
  },
  modelEnvironment: {
    ...(names.modelSecretArn && { MODEL_SECRET_ARN: names.modelSecretArn }),
    ...(settings.modelId && { MODEL_ID: settings.modelId }),
    ...(settings.modelBaseUrl && { MODEL_BASE_URL: settings.modelBaseUrl }),
    ...(settings.modelPrices && { MODEL_PRICES: settings.modelPrices }),
  },
  paymentEnvironment: {
    ...(names.paymentSecretArn && { PAYMENT_SECRET_ARN: names.paymentSecretArn }),
    ...(settings.paymentPrices && { PAYMENT_PRICES: settings.paymentPrices }),
    ...(settings.paymentReturnUrl && { PAYMENT_RETURN_URL: settings.paymentReturnUrl }),
    ...(settings.paymentApiUrl && { PAYMENT_API_URL: settings.paymentApiUrl }),
  },
  planPricesEnvironment: { ...(settings.planPrices && { PLAN_PRICES: settings.planPrices }) },
  searchEnvironment: { ...(settings.searchUrl && { SEARCH_URL: settings.searchUrl }) },
  webEnvironment: {
    ...(settings.proxySecretArn && { PROXY_SECRET_ARN: settings.proxySecretArn }),
    ...(settings.proxyDns && { PROXY_DNS: settings.proxyDns }),
  },
  signingEnvironment: {
    ...(settings.signatureAgent && { SIGNATURE_AGENT: settings.signatureAgent }),
    ...(names.signingSecretArn && { SIGNING_SECRET_ARN: names.signingSecretArn }),
  },
  buildEnvironment: { BUILD: settings.build ?? buildOf(bundles) },
  environment: {
    STAGE: settings.stage,
    SERVICE_VERSION: settings.version,
    ...(settings.contactUrl && { USER_AGENT_CONTACT: settings.contactUrl }),
    ...(settings.addressLimit !== undefined && { ADDRESS_LIMIT: String(settings.addressLimit) }),
    ...(settings.runAuditDays !== undefined && { RUN_AUDIT_DAYS: String(settings.runAuditDays) }),
    ...(settings.duePartitions !== undefined && { DUE_PARTITIONS: String(settings.duePartitions) }),
  },
});
