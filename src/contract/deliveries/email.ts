import * as z from "zod";
import { AlertSeverity } from "../account/alerts.ts";
import { HttpUrl, pageQuery, Timestamp } from "../common.ts";
import { line } from "../text.ts";

const Line = z.string().trim().min(1).max(500);
const Part = z.strictObject({ type: z.enum(["same", "added", "removed"]), text: z.string().max(1_000) });
const Diff = z
  .array(z.array(Part).min(1).max(100))
  .min(1)
  .max(20)
  .describe("Changed lines of a text, each in parts that say which words were removed and added.");
const link = { url: HttpUrl.optional().describe("Link of the email's button.") };

/** The mails that the service can send, by name, with the data of each template. */
export const EMAIL_TEMPLATES = {
  welcome: z.strictObject({ name: Line.optional(), ...link }),
  alert: z.strictObject({
    severity: AlertSeverity.optional(),
    title: Line.optional(),
    message: Line.optional(),
    changes: z
      .array(Line)
      .min(1)
      .max(20)
      .optional()
      .describe("What changed, one record each. Shown instead of the message."),
    moreChanges: z.int().min(0).default(0).describe("How many more records changed."),
    flowName: Line.optional(),
    diff: Diff.optional(),
    ...link,
  }),
  report: z.strictObject({
    period: Line.describe("The reporting period, such as `16 to 22 November`.").optional(),
    runs: z.int().min(0).optional(),
    successRate: z.number().min(0).max(100).optional(),
    changes: z.int().min(0).optional(),
    cost: z.number().min(0).describe("In US dollars.").optional(),
    ...link,
  }),
  digest: z.strictObject({
    period: Line.describe("The reporting period, such as `21 November`."),
    flows: z
      .array(
        z.strictObject({
          name: Line,
          added: z.int().min(0),
          removed: z.int().min(0),
          changed: z.int().min(0),
          messages: z.array(Line).max(20),
        }),
      )
      .min(1)
      .max(100),
    omitted: z.int().min(0).default(0).describe("How many more flows there are."),
    ...link,
  }),
  quota: z.strictObject({
    plan: Line,
    used: z.int().min(0),
    limit: z.int().min(1),
    resetsAt: Timestamp.optional(),
    ...link,
  }),
  "webhook-disabled": z.strictObject({ webhookUrl: HttpUrl, reason: Line.optional(), ...link }),
} as const;

export type EmailTemplate = keyof typeof EMAIL_TEMPLATES;
export type EmailData = { readonly [T in EmailTemplate]: z.output<(typeof EMAIL_TEMPLATES)[T]> };

export const EmailTemplate = z.enum(Object.keys(EMAIL_TEMPLATES) as [EmailTemplate, ...EmailTemplate[]]);

export const SendEmail = z
  .strictObject({
    to: z.email().max(254),
    subject: line(200),
    template: EmailTemplate,
    data: z
      .record(z.string(), z.unknown())
      .default({})
      .describe("Data for the template. Each template has its own fields."),
  })
  .meta({
    examples: [
      {
        to: "team@shop.example",
        subject: "A flow needs you",
        template: "alert",
        data: { severity: "warning", message: 'A run of "Books" failed.', flowName: "Books" },
      },
    ],
  });
export type SendEmail = z.infer<typeof SendEmail>;

export const EmailSent = z.object({ id: z.string(), status: z.literal("sent") });
export type EmailSent = z.infer<typeof EmailSent>;

const EMAIL_STATUSES = ["pending", "sent", "failed", "suppressed", "not-configured"] as const;
const EmailStatus = z.enum(EMAIL_STATUSES);
export type EmailStatus = z.infer<typeof EmailStatus>;

/** A mail that the service sent, or would have sent. */
export const Email = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  template: EmailTemplate,
  status: EmailStatus.describe(
    "`suppressed`: earlier mail to the address bounced or was marked as spam. `not-configured`: the deployment " +
      "has no sender. `failed`: the provider refused the email, or every attempt failed.",
  ),
  error: z.string().nullable().describe("Why the email was not sent, or not yet."),
  attempts: z.int().min(0),
  createdAt: Timestamp,
  sentAt: Timestamp.nullable(),
});
export type Email = z.infer<typeof Email>;

export const ListEmailsQuery = z.strictObject(pageQuery());

/** Message of the mails queue: "this mail may be due". Duplicates are harmless. */
const MailMessage = z.strictObject({ type: z.literal("mail"), accountId: z.string(), mailId: z.string() });
export type MailMessage = z.infer<typeof MailMessage>;

/**
 * Somebody asked for a sign-in link. The worker makes the token, so that nothing but the mail contains it, and the request
 * takes as long for an unknown address as for a known one.
 */
const SignInMail = z.strictObject({
  type: z.literal("sign-in"),
  email: z.string(),
  /** SHA-256 of the cookie that the browser got. */
  browser: z.string(),
  /** The dashboard's URL. */
  site: z.string(),
  requestedAt: z.string(),
});
export type SignInMail = z.infer<typeof SignInMail>;

const InvitationMail = z.strictObject({
  type: z.literal("invitation"),
  accountId: z.string(),
  invitationId: z.string(),
  site: z.string(),
});
export type InvitationMail = z.infer<typeof InvitationMail>;

/** Mail to people, which is stored nowhere. */
export type PersonMail = SignInMail | InvitationMail;

/** What the mails queue holds. */
export const MailsMessage = z.discriminatedUnion("type", [MailMessage, SignInMail, InvitationMail]);
