import { resolve } from "node:path";
import { DASHBOARD_PATH } from "../lib/dashboard-policy.ts";
import { createAwsEndpoint } from "./awsEndpoint.ts";
import { startBackground } from "./background.ts";
import { acceptClockJumps } from "./clock/jumps.ts";
import { localEnvironment } from "./emulators/endpoints.ts";
import { startFoundation } from "./foundation.ts";
import { createInvoker } from "./functions/invoker.ts";
import { logToFiles, logWarnings } from "./functions/logs.ts";
import { traceVariables } from "./functions/traceSettings.ts";
import { createUnderWay } from "./functions/underWay.ts";
import { beside, createDashboard } from "./gateway/dashboard.ts";
import { createGateway } from "./gateway/gateway.ts";
import { createStorage } from "./gateway/storage.ts";
import { createUploadForms } from "./gateway/uploads.ts";
import { isLoopback, listen } from "./httpServer.ts";
import { openLocalAccount } from "./localAccount.ts";
import { startSmtp } from "./mail/smtp.ts";
import { createServiceMetrics } from "./metrics/metrics.ts";
import { startObjectSweeps } from "./objectLifetimes.ts";
import type { RunnerOptions } from "./options.ts";
import { createProviders, LOCAL_SENDER } from "./providers.ts";
import { openSample } from "./sample.ts";
import type { Shutdown } from "./shutdown.ts";

/** A running service. */
export interface Runner {
  readonly url: string;
  /** The dashboard's URL; null if only the API is served. */
  readonly dashboard: string | null;
  readonly apiKey: string;
  /** Whether this start created the account and its key. */
  readonly isNewAccount: boolean;
  /** Endpoint of Lambda's Invoke API for operators' commands, including the required token. */
  readonly lambda: string;
  /** URL of the inbox with the service's mail. */
  readonly inbox: string;
  /** A shop to try flows on; null if there is none. */
  readonly sample: string | null;
}

/** A stage that sends mail grants its sender's identity. Unless grants are enforced, any sender will do. */
const stageSettings = (
  { enforceIam, planPrices, addressLimit, runAuditDays, firecrawl, searchUrl, signatureAgent }: RunnerOptions,
  sender = LOCAL_SENDER,
): Readonly<Record<string, string>> => ({
  ...(enforceIam && { mailSender: /<([^>]+)>/.exec(sender)?.[1] ?? sender }),
  ...(planPrices && { planPrices }),
  ...(addressLimit && { addressLimit }),
  ...(runAuditDays && { runAuditDays }),
  ...(firecrawl && { firecrawl }),
  ...(searchUrl && { searchUrl }),
  ...(signatureAgent && { signatureAgent }),
});

/**
 * Runs the synthesised stack: emulators, functions, API, queues and clock.
 *
 * @param shutdown closes everything that is started, even if the start fails halfway
 * @param tell receives progress and warnings, a line each
 * @throws StartFailure with one sentence for the user
 */
export const startRunner = async (
  options: RunnerOptions,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<Runner> => {
  // The port comes first: if it is taken, nothing else needs to start.
  const api = await listen(options.host, options.port, shutdown);
  const smtp = startSmtp(process.env, shutdown, tell);
  const { state, service, endpoints, functionEndpoints, enforcement, table, aws, awsToken, isNew } =
    await startFoundation(
      { ...options, settings: stageSettings(options, smtp?.settings.sender) },
      shutdown,
      tell,
    );
  const sample = await openSample(options, shutdown, tell);
  const providers = createProviders({
    service,
    secrets: state.secrets,
    url: aws.url,
    awsToken,
    apiUrl: api.url,
    smtp,
    warn: tell,
  });
  const metrics = createServiceMetrics({
    queues: service.queues,
    sqs: endpoints.sqs,
    token: process.env.METRICS_TOKEN || state.secrets.secretValueOf("metrics-token"),
  });
  const jumps = acceptClockJumps();
  const invoker = createInvoker({
    functions: service.functions,
    environment: {
      ...localEnvironment(functionEndpoints, sample.allowPrivate),
      ...traceVariables(process.env),
      PUBLIC_ORIGIN: options.publicUrl?.origin ?? api.url,
      ...(options.destinationFolder && { DESTINATION_FOLDER: resolve(options.destinationFolder) }),
      ...(options.proxyUrl && { PROXY_URL: options.proxyUrl }),
      ...(options.proxyDns && { PROXY_DNS: options.proxyDns }),
      ...table.environment,
      ...providers.environment,
      ...enforcement?.environment,
    },
    environmentOf: enforcement?.environmentOf,
    logOf: metrics.countFromLogs(
      state.logFolder === undefined ? logWarnings(tell) : logToFiles(state.logFolder, tell),
    ),
    onInvoked: metrics.countInvocation,
    warn: tell,
    idleMs: options.functionIdleMs,
    clock: jumps?.memory,
  });
  shutdown.add(() => invoker.stop());
  const events = createUnderWay();
  aws.serve(
    createAwsEndpoint({
      invoke: invoker.invoke,
      onEvent: events.add,
      secrets: service.secrets,
      putSecretValue: state.secrets.putSecretValue,
      providers,
      token: awsToken,
    }),
  );

  const account = await openLocalAccount(invoker.invoke, state.secrets, isNew);
  const { publicUrl } = options;
  // The object store listens on loopback, so other machines read objects through the service.
  const storage =
    publicUrl || !isLoopback(options.host)
      ? createStorage({
          s3: endpoints.s3,
          linksTo: functionEndpoints.s3,
          secret: state.secrets.secretValueOf("storage-links"),
          now: jumps?.now,
        })
      : undefined;
  const uploads = createUploadForms({
    s3: endpoints.s3,
    formsTo: functionEndpoints.s3,
    secret: state.secrets.secretValueOf("storage-links"),
  });
  const dashboard = createDashboard({
    imageOrigin: publicUrl?.origin ?? (storage ? "'self'" : functionEndpoints.s3),
    sampleUrl: sample.url,
    shutdown,
    tell,
  });
  const { credentialsOf } = enforcement ?? {};
  const sqsEndpoint = enforcement?.url ?? endpoints.sqs;
  const clock = startBackground({ service, sqsEndpoint, credentialsOf, invoker, warn: tell }, shutdown);
  jumps?.start(async () => {
    await clock.tick();
    await events.settled();
  });
  startObjectSweeps({ buckets: service.buckets, endpoint: endpoints.s3, warn: tell }, shutdown);
  const gateway = createGateway({
    api: service.api,
    invoke: invoker.invoke,
    publicUrl,
    onAnswered: metrics.countRequest,
    rewriteText: (text, origin) => {
      const published = uploads.publishForms(text, origin);
      return storage ? storage.publishLinks(published, origin) : published;
    },
  });
  api.serve(
    beside([dashboard, metrics.handle, uploads.handle, ...(storage ? [storage.handle] : [])], gateway),
  );
  const url = publicUrl?.origin ?? api.url;
  return {
    url,
    dashboard: `${url}${DASHBOARD_PATH}`,
    apiKey: account.apiKey,
    isNewAccount: account.isNew,
    lambda: endpoints.lambda,
    inbox: `${aws.url}/inbox`,
    sample: sample.url,
  };
};
