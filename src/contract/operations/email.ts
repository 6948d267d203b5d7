import { EmailSent, SendEmail } from "../email.ts";
import type { Operation } from "../operation.ts";

export const EMAIL_OPERATIONS = {
  sendEmail: {
    method: "POST",
    path: "/email",
    tag: "Email",
    summary: "Send a mail made from a known template",
    description:
      "Nothing is sent to an address from which mail came back, or whose person called it unwanted.",
    scope: "email:write",
    body: SendEmail,
    success: { status: 200, description: "The mail is on its way.", bare: EmailSent },
    errors: ["conflict", "not-configured", "unavailable"],
    touches: { table: "write", mail: true },
  },
} as const satisfies Record<string, Operation>;
