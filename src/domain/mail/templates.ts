import * as z from "zod";
import type { MailPicture } from "../../adapters/mailer.ts";
import { EMAIL_TEMPLATES, type EmailData, type EmailTemplate } from "../../contract/deliveries/email.ts";
import { capitalise } from "../../contract/wording.ts";
import { parseInput } from "../shared/parse.ts";
import { type Block, layOut } from "./layout.ts";

const FOOTER =
  "You're receiving this email because of your notification settings in Gleaner. Change them in your account's settings.";

const heading = (text: string): Block => ({ kind: "heading", text });
const paragraph = (text: string): Block => ({ kind: "paragraph", text });
const facts = (...rows: (readonly [string, string] | null)[]): Block[] => {
  const known = rows.filter((row) => row !== null);
  return known.length === 0 ? [] : [{ kind: "facts", rows: known }];
};
/** A row of facts; null if its value is not known. */
const fact = <T>(
  name: string,
  value: T | undefined,
  words: (value: T) => string = String,
): readonly [string, string] | null => (value === undefined ? null : [name, words(value)]);
/** The records that changed, or else the message; nothing if there is neither. */
const whatChanged = (message: string | undefined, changes: readonly string[] | undefined): Block[] => {
  if (changes !== undefined) return [{ kind: "list", lines: changes }];
  return message === undefined ? [] : [paragraph(message)];
};
const button = (label: string, url: string | undefined): Block[] =>
  url === undefined ? [] : [{ kind: "button", label, url }];

const subheading = (text: string): Block => ({ kind: "subheading", text });

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const count = (amount: number): string => amount.toLocaleString("en");
const dollars = (amount: number): string => `$${amount.toFixed(amount < 1 ? 4 : 2)}`;

/** `2 added, 1 changed`. Counts of 0 are left out. */
const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, amount]) => amount > 0)
    .map(([what, amount]) => `${count(amount)} ${what}`)
    .join(", ") || "No change";

type Templates = { readonly [T in EmailTemplate]: (data: EmailData[T]) => readonly Block[] };

const TEMPLATES: Templates = {
  welcome: ({ name, url }) => [
    heading("Welcome to Gleaner"),
    paragraph(`${name === undefined ? "Hello" : `Hello ${name}`}, your account is ready.`),
    paragraph("Create a flow for a page, run it and see what it collects."),
    ...button("Open Gleaner", url),
  ],
  alert: ({ severity, title, message, changes, moreChanges, flowName, diff, url }) => [
    heading(title ?? (severity === "critical" ? "Action required" : "Something needs your attention")),
    ...whatChanged(message, changes),
    ...(moreChanges > 0
      ? [paragraph(`${count(moreChanges)} more ${moreChanges === 1 ? "record" : "records"}.`)]
      : []),
    ...(diff === undefined ? [] : [{ kind: "diff", lines: diff } as const]),
    ...facts(fact("Severity", severity, capitalise), fact("Flow", flowName)),
    ...button("View alert", url),
  ],
  report: ({ period, runs, successRate, changes, cost, url }) => [
    heading("Your report"),
    ...facts(
      fact("Period", period),
      fact("Runs", runs, count),
      fact("Completed", successRate, (rate) => `${rate}%`),
      fact("Changes found", changes, count),
      fact("Cost", cost, dollars),
    ),
    ...button("See more", url),
  ],
  digest: ({ period, flows, omitted, url }) => [
    heading("What changed"),
    paragraph(period),
    ...flows.flatMap(({ name, added, removed, changed, messages }) => [
      subheading(name),
      paragraph(capitalise(counted({ added, removed, changed }))),
      ...messages.map(paragraph),
    ]),
    ...(omitted > 0
      ? [paragraph(`${count(omitted)} more ${omitted === 1 ? "flow" : "flows"} changed.`)]
      : []),
    ...button("See more", url),
  ],
  quota: ({ plan, used, limit, resetsAt, url }) => [
    heading(used >= limit ? "You've used all of this month's runs" : "You've used most of this month's runs"),
    ...facts(
      ["Plan", capitalise(plan)],
      ["Used", `${count(used)} of ${count(limit)} runs`],
      fact("Resets", resetsAt, (time) => DATE.format(new Date(time))),
    ),
    paragraph(
      used >= limit
        ? "New runs are paused until next month. Upgrade to continue now."
        : "Upgrade if you need more runs this month.",
    ),
    ...button("Upgrade", url),
  ],
  "webhook-disabled": ({ webhookUrl, reason, url }) => [
    heading("A webhook was disabled"),
    paragraph("It receives no events until you enable it again. You can then resend the events it missed."),
    ...facts(["Webhook URL", webhookUrl], fact("Reason", reason)),
    ...button("View webhook", url),
  ],
};

const PICTURE = "The page as it is now, with what changed in colour";

export interface RenderedMail {
  readonly html: string;
  readonly text: string;
}

/**
 * Fills a template.
 *
 * @param picture a picture that the mail carries, shown below the text
 *
 * @throws DomainError `invalid-request` if the data does not match the template
 */
export const renderMail = <T extends EmailTemplate>(
  template: T,
  subject: string,
  data: unknown,
  picture?: Pick<MailPicture, "contentId">,
): RenderedMail => {
  const schema: z.ZodType = EMAIL_TEMPLATES[template];
  const body = parseInput(z.object({ data: schema }), { data }, "body");
  const blocks = TEMPLATES[template](body.data as EmailData[T]);
  const { contentId } = picture ?? {};
  const shown: Block[] = contentId === undefined ? [] : [{ kind: "picture", contentId, text: PICTURE }];
  return layOut(subject, [...blocks, ...shown], FOOTER);
};
