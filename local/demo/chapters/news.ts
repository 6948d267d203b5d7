import * as z from "zod";
import { StartFailure } from "../../failure.ts";
import type { Receiver, VerifiedDelivery } from "../receiver.ts";
import type { Scene } from "./chapter.ts";

const PATIENCE_MS = 60_000;
const POLL_INTERVAL_MS = 200;

const Inbox = z.array(z.looseObject({ subject: z.string(), to: z.array(z.string()) }));
type Mail = z.infer<typeof Inbox>[number];

/** Repeats a request until it has a result. @throws StartFailure if there is none within a minute */
const awaitAnswer = async <T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new StartFailure(`The demo failed: ${what} did not come.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
};

interface News {
  readonly webhook: { readonly id: string; readonly type: string; readonly refused: number };
  readonly mail: { readonly subject: string; readonly to: readonly string[] };
}

/** What the earlier runs sent: signed events to the receiver, and the alert's email to the owner. */
export const showNews = async (
  { voice }: Pick<Scene, "voice">,
  receiver: Receiver,
  inbox: string,
  runId: string,
): Promise<News> => {
  voice.say(`\n${voice.bold("Events that the service sent")}`);
  const isOfRun = ({ type, data }: VerifiedDelivery) => type === "run.completed" && data.id === runId;
  const delivery = await awaitAnswer("the webhook of the run", () => receiver.verified().find(isOfRun));
  await awaitAnswer("the webhook of the alert", () =>
    receiver.verified().find(({ type }) => type === "alert.created"),
  );
  for (const { type, id } of receiver.verified())
    voice.say(`${voice.dim("webhook")}  ${type.padEnd(14)} ${id}  signature verified`);
  const findMail = async (): Promise<Mail | undefined> => {
    const mails = Inbox.parse(await (await fetch(`${inbox}.json`)).json());
    return mails.find(({ subject }) => /price|change/i.test(subject));
  };
  const { subject, to } = await awaitAnswer("the alert's mail", findMail);
  voice.say(`${voice.dim("mail")}     to ${to.join(", ")}: ${subject}`);
  return {
    webhook: { id: delivery.id, type: delivery.type, refused: receiver.refused() },
    mail: { subject, to },
  };
};
