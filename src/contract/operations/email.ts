import { Email, EmailSent, ListEmailsQuery, SendEmail } from "../email.ts";
import type { Operation } from "../operation.ts";

export const EMAIL_OPERATIONS = {
  listEmails: {
    method: "GET",
    path: "/email",
    tag: "Email",
    summary: "List sent emails, newest first",
    description:
      "Mails of the last 30 days: those that POST /email sent, and those that the service sends by itself to the " +
      "people whom the account's settings name.",
    scope: "email:read",
    query: ListEmailsQuery,
    success: { status: 200, description: "A page of emails.", list: Email },
    touches: { table: "read", secret: true },
  },
  sendEmail: {
    method: "POST",
    path: "/email",
    tag: "Email",
    summary: "Send an email from a template",
    description:
      "Nothing is sent to an address from which mail came back, or whose person called it unwanted. The plan " +
      "includes a number of such mails a month; those that the service sends by itself are not counted.",
    scope: "email:write",
    body: SendEmail,
    success: { status: 200, description: "The email is being sent.", bare: EmailSent },
    errors: ["quota-exceeded", "conflict", "not-configured", "unavailable"],
    touches: { table: "write", mail: true },
  },
} as const satisfies Record<string, Operation>;
