import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Construct } from "constructs";
import type { Touches } from "../src/contract/operation.ts";
import { CLOCK_WORKERS, QUEUE_WORKERS } from "../src/contract/workers.ts";
import type { MailEvents } from "./constructs/mail-events.ts";
import { Observability } from "./constructs/observability.ts";
import type { ServiceFunction } from "./constructs/service-function.ts";
import type { DeadLetters, StuckQueue, WorkQueue } from "./constructs/work-queue.ts";
import type { Settings } from "./settings.ts";

interface Watched {
  readonly api: HttpApi;
  readonly tableName: string;
  readonly queues: ReadonlyMap<string, WorkQueue>;
  readonly deadLetters: DeadLetters;
  readonly stuck: StuckQueue;
  readonly functionOf: (name: string) => ServiceFunction;
  /** Absent: no mail is sent, and no function waits for any. */
  readonly mailEvents: MailEvents | undefined;
}

/** A worker that passes its messages on reports to its queue that they failed: only the function that it calls crashes. */
const whatCrashesIn = (worker: string, { calls }: Touches): readonly string[] => calls ?? [worker];

/** All alarms of a stage. */
export const createAlarms = (
  scope: Construct,
  { stage, alarmEmail, monthlyBudget }: Settings,
  { api, tableName, queues, deadLetters, stuck, functionOf, mailEvents }: Watched,
): Observability => {
  const observability = new Observability(scope, "Observability", { stage, alarmEmail });
  observability.watchApi(api);
  observability.watchTable(tableName);
  observability.watchDeadLetters("DeadLetters", deadLetters.queue);
  observability.watchDeadLetters("Stuck", stuck.queue);
  for (const [name, { queue, touches }] of Object.entries(QUEUE_WORKERS)) {
    const waiting = queues.get(queue);
    if (waiting === undefined || (queue === "mails" && !mailEvents)) continue;
    observability.watchQueue(queue, waiting);
    for (const crashing of whatCrashesIn(name, touches))
      observability.watchWorker(crashing, functionOf(crashing));
  }
  observability.watchWorker("handOverDue", functionOf("handOverDue"));
  for (const name of ["inspectPage", "openPage"]) observability.watchPageOpener(name, functionOf(name));
  for (const name of Object.keys(CLOCK_WORKERS)) observability.watchClock(name, functionOf(name));
  observability.watchRuns();
  observability.watchDeliveries("webhook");
  observability.watchDeliveries("destination");
  if (mailEvents) {
    observability.watchDeliveries("mail");
    observability.watchDeadLetters("mailEventsDeadLetters", mailEvents.deadLetters);
  }
  if (monthlyBudget !== undefined) observability.watchBill(monthlyBudget);
  return observability;
};
