import * as z from "zod";
import type { SuppressionReason } from "../../store/deliveries/suppressions.ts";
import type { Deps } from "../ports.ts";

/** Why an address gets no mail, as shown to the sender. */
export const SUPPRESSED: Readonly<Record<SuppressionReason, string>> = {
  bounce: "Mail to this address bounced. No more mail is sent to it.",
  complaint: "The recipient marked earlier mail as spam. No more mail is sent to this address.",
};

const Recipients = z.array(z.object({ emailAddress: z.string().min(3).max(320) }));

/**
 * An SES report about a mail: an event of a configuration set, or a notification of an identity.
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

/** Messages as SNS delivers them. */
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

/** SES repeats the recipient as in the mail: `Anna <anna@shop.example>`. */
const addressIn = (recipient: string): string => /<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient;

/** The addresses to suppress, by kind of event. Other events are ignored. */
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
 * Suppresses addresses that do not exist or whose owners complained. Handling a message twice does no harm. Anything
 * that is not an SES event is logged and dropped, because retrying would not help.
 */
export const recordMailEvents = async (
  { store, now, log }: Deps,
  { Records }: MailEvents,
): Promise<{ suppressed: number }> => {
  const at = new Date(now()).toISOString();
  const refusals = Records.flatMap(({ Sns }) => {
    const event = parseEvent(Sns.Message);
    if (event === null) log.warn("a message about mail could not be read", { chars: Sns.Message.length });
    return event && Object.hasOwn(REFUSALS, event.type) ? (REFUSALS[event.type]?.(event) ?? []) : [];
  });
  for (const { address, reason } of refusals) await store.commit(store.suppressions.add(address, reason, at));
  return { suppressed: refusals.length };
};
