import { SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { DomainError } from "../contract/errors.ts";

interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });

/**
 * Sends mail through SES.
 *
 * @param sender undefined where the deployment was given none
 */
export const createMailer = (sender: string | undefined) => {
  const client = new SESv2Client({});
  return {
    /** @throws DomainError `not-configured`, `unavailable` */
    async send({ to, subject, html, text }: OutgoingMail): Promise<{ providerId: string }> {
      if (sender === undefined) {
        throw new DomainError(
          "not-configured",
          "This deployment sends no mail: ask its operator for a sender.",
        );
      }
      const command = new SendEmailCommand({
        FromEmailAddress: sender,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } } },
      });
      try {
        const { MessageId = "" } = await client.send(command);
        return { providerId: MessageId };
      } catch (error) {
        if (!(error instanceof SESv2ServiceException)) throw error;
        throw new DomainError("unavailable", "The mail provider did not take the mail: try again later.", {
          headers: { "retry-after": "60" },
          cause: error,
        });
      }
    },
  };
};

export type Mailer = ReturnType<typeof createMailer>;
