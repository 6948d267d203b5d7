import * as z from "zod";
import type { SuppressionReason } from "../../store/suppressions.ts";
import type { Write } from "../../store/table.ts";
import type { Deps } from "../ports.ts";

const Recipients = z.array(z.object({ emailAddress: z.string() }));

/** What SES tells of a mail's fate; other kinds of events are of no consequence. */
const MailEvent = z.object({
  eventType: z.string(),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: Recipients }).optional(),
  complaint: z.object({ complainedRecipients: Recipients }).optional(),
});

/** Events of SES as SNS brings them. */
export const MailEvents = z.object({
  Records: z.array(z.object({ Sns: z.object({ Message: z.string() }) })),
});
type MailEvents = z.infer<typeof MailEvents>;

const findRefusals = (message: string): { address: string; reason: SuppressionReason }[] => {
  const { data: event } = MailEvent.safeParse(JSON.parse(message));
  const of = (reason: SuppressionReason, recipients: z.infer<typeof Recipients> = []) =>
    recipients.map(({ emailAddress }) => ({ address: emailAddress, reason }));
  // A mailbox that is full today may be empty tomorrow.
  const isFinal = event?.bounce?.bounceType === "Permanent";
  return [
    ...(isFinal ? of("bounce", event.bounce?.bouncedRecipients) : []),
    ...of("complaint", event?.complaint?.complainedRecipients),
  ];
};

/** Stops mail to addresses that do not exist, or whose people do not want it. Twice is as good as once. */
export const recordMailEvents = async (
  { store, now }: Deps,
  { Records }: MailEvents,
): Promise<{ suppressed: number }> => {
  const at = new Date(now()).toISOString();
  const refusals = Records.flatMap(({ Sns }) => findRefusals(Sns.Message));
  const writes: Write[][] = refusals.map(({ address, reason }) =>
    store.suppressions.add(address, reason, at),
  );
  for (const write of writes) await store.commit(write);
  return { suppressed: writes.length };
};
