import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";
import { DomainError } from "../contract/errors.ts";

/** A picture within a mail's HTML, as `cid:<contentId>`. */
export interface MailPicture {
  readonly contentId: string;
  readonly name: string;
  /** A PNG. */
  readonly bytes: Buffer;
}

interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly picture?: MailPicture | undefined;
}

interface MailSettings {
  /** Undefined if the deployment has no sender. */
  readonly sender: string | undefined;
  /** The SES configuration set that reports bounces and complaints. */
  readonly configurationSet: string | undefined;
}

/** SES errors for mail that it will never accept as it is. Any other error may be temporary. */
const REFUSALS: ReadonlySet<string> = new Set(["MessageRejected", "BadRequestException"]);

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });

const attached = ({ contentId, name, bytes }: MailPicture) => ({
  RawContent: bytes,
  FileName: name,
  ContentType: "image/png",
  ContentId: contentId,
  ContentDisposition: "INLINE" as const,
  ContentTransferEncoding: "BASE64" as const,
});

const refusalOf = (error: unknown): DomainError =>
  error instanceof Error && REFUSALS.has(error.name)
    ? new DomainError("conflict", "The mail provider rejected this email.", { cause: error })
    : new DomainError("unavailable", "The mail provider did not accept the email. Try again later.", {
        headers: { "retry-after": "60" },
        cause: error,
      });

/** Sends mail through SES. */
export const createMailer = ({ sender, configurationSet }: MailSettings) => {
  const client = new SESv2Client(AWS_REQUESTS.mail);
  return {
    /** @throws DomainError `not-configured`; `conflict` for a mail that is refused permanently; `unavailable` */
    async send({ to, subject, html, text, picture }: OutgoingMail): Promise<{ providerId: string }> {
      if (sender === undefined)
        throw new DomainError(
          "not-configured",
          "This deployment cannot send email. Ask its operator to set a sender.",
        );
      const command = new SendEmailCommand({
        FromEmailAddress: sender,
        ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: utf8(subject),
            Body: { Html: utf8(html), Text: utf8(text) },
            ...(picture && { Attachments: [attached(picture)] }),
          },
        },
      });
      const { MessageId = "" } = await client.send(command).catch((error: unknown) => {
        throw refusalOf(error);
      });
      return { providerId: MessageId };
    },
  };
};

export type Mailer = ReturnType<typeof createMailer>;
