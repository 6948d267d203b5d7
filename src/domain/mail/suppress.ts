import * as z from "zod";
import type { SuppressionReason } from "../../store/suppressions.ts";
import type { Deps } from "../ports.ts";

/** Why an address gets no mail, as shown to the sender. */
export const SUPPRESSED: Readonly<Record<SuppressionReason, string>> = {
  bounce: "Mail to this address bounced. No more mail is sent to it.",
  complaint: "The recipient marked earlier mail as spam. No more mail is sent to this address.",
};

const Recipients = z.array(z.object({ emailAddress: z.string().min(3).max(320) }));

/**
 * What SES tells of a mail's fate: events as a configuration set publishes them, and notifications as an
 * identity does.
 *
 * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
const MailEvent = z
  .object({
    eventType: z.string().optional(),
    notificationType: z.string().optional(),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: Recipients }).optional(),
    complaint: z.object({ complainedRecipients: Recipients }).optional(),
  })
  .transform(({ eventType, notificationType, ...about }) => ({
    type: eventType ?? notificationType ?? "",
    ...about,
  }));
type MailEvent = z.output<typeof MailEvent>;

/** Messages as SNS brings them. */
export const MailEvents = z.object({
  Records: z.array(z.object({ Sns: z.object({ Message: z.string() }) })),
});
type MailEvents = z.infer<typeof MailEvents>;

interface Refusal {
  readonly address: string;
  readonly reason: SuppressionReason;
}

const refusalsBy = (reason: SuppressionReason, recipients: z.output<typeof Recipients> = []): Refusal[] =>
  recipients.map(({ emailAddress }) => ({ address: addressIn(emailAddress), reason }));

/** SES may name a recipient as the mail did: `Anna <anna@shop.example>`. */
const addressIn = (recipient: string): string => /<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient;

/** The addresses that must get no more mail, by kind of event; other events are ignored. */
const REFUSALS: Readonly<Record<string, (event: MailEvent) => Refusal[]>> = {
  // A mailbox that is full today may be empty tomorrow.
  Bounce: ({ bounce }) =>
    bounce?.bounceType === "Permanent" ? refusalsBy("bounce", bounce.bouncedRecipients) : [],
  Complaint: ({ complaint }) => refusalsBy("complaint", complaint?.complainedRecipients),
};

const parseEvent = (message: string): MailEvent | null => {
  try {
    return MailEvent.parse(JSON.parse(message));
  } catch {
    return null;
  }
};

/**
 * Stops mail to addresses that do not exist, or whose people do not want it. Twice is as good as once. What
 * is no event of SES is noted and dropped: to bring it again would not mend it.
 */
export const recordMailEvents = async (
  { store, now, log }: Deps,
  { Records }: MailEvents,
): Promise<{ suppressed: number }> => {
  const at = new Date(now()).toISOString();
  const refusals = Records.flatMap(({ Sns }) => {
    const event = parseEvent(Sns.Message);
    if (event === null) log.warn("a message about mail is not understood", { chars: Sns.Message.length });
    return event && Object.hasOwn(REFUSALS, event.type) ? (REFUSALS[event.type]?.(event) ?? []) : [];
  });
  for (const { address, reason } of refusals) {
    await store.commit(store.suppressions.add(address, reason, at));
  }
  return { suppressed: refusals.length };
};
