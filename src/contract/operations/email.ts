import { Email, EmailSent, ListEmailsQuery, SendEmail } from "../deliveries/email.ts";
import type { Operation } from "../operation.ts";

export const listEmails = {
  method: "GET",
  path: "/email",
  tag: "Email",
  summary: "List sent emails, newest first",
  description:
    "Emails of the last 30 days: those sent with POST /email, and those Gleaner sent to the recipients in " +
    "the account's settings.",
  scope: "email:read",
  query: ListEmailsQuery,
  success: { status: 200, description: "A page of emails.", list: Email },
  touches: { table: "read", secret: true },
} as const satisfies Operation;

export const sendEmail = {
  method: "POST",
  path: "/email",
  tag: "Email",
  summary: "Send an email from a template",
  description:
    "Addresses that bounced or marked an email as spam get no more email. The plan " +
    "includes a number of these emails per month; emails that Gleaner sends by itself don't count.",
  scope: "email:write",
  body: SendEmail,
  success: { status: 200, description: "The email is being sent.", bare: EmailSent },
  errors: ["quota-exceeded", "conflict", "not-configured", "unavailable"],
  touches: { table: "update", mail: true },
} as const satisfies Operation;

export const EMAIL_OPERATIONS = {
  listEmails,
  sendEmail,
};
