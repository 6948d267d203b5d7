/** Mail over SMTP, in place of SES. */
import { createTransport } from "nodemailer";
import { messageOf, StartFailure } from "../failure.ts";
import { isLoopback } from "../httpServer.ts";
import type { Shutdown } from "../shutdown.ts";
import type { OutgoingMail } from "./sendEmail.ts";

/** Together shorter than the eight seconds that a function waits. */
const TIMEOUTS_MS = { connectionTimeout: 2_500, greetingTimeout: 2_500, socketTimeout: 7_000 };

type Environment = Readonly<Record<string, string | undefined>>;

export interface SmtpSettings {
  readonly url: URL;
  /** Sender of the service's mail: `Gleaner <mail@example.org>`. */
  readonly sender: string;
}

/**
 * Reads SMTP_URL (`smtps://user:password@host`, or `smtp://…` for STARTTLS) and MAIL_SENDER.
 *
 * @returns null if no server is configured
 * @throws StartFailure if one of them is invalid
 */
export const readSmtpSettings = ({ SMTP_URL, MAIL_SENDER }: Environment): SmtpSettings | null => {
  if (!SMTP_URL) return null;
  const url = URL.canParse(SMTP_URL) ? new URL(SMTP_URL) : undefined;
  if ((url?.protocol !== "smtp:" && url?.protocol !== "smtps:") || url.hostname === "")
    throw new StartFailure("SMTP_URL takes smtps://user:password@host:port, or smtp://… for STARTTLS.");
  if (!MAIL_SENDER?.includes("@"))
    throw new StartFailure(
      'SMTP_URL needs MAIL_SENDER, from whom mail comes, such as "Gleaner <mail@example.org>".',
    );
  return { url, sender: MAIL_SENDER };
};

/** Why a mail was rejected, and whether permanently. */
export class NotTaken extends Error {
  override readonly name = "NotTaken";
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Properties that nodemailer adds to its errors: the failed command and the server's reply code. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

/** A 5xx for sender, recipient or content is permanent; anything else is temporary. */
const isFinal = ({ code, responseCode = 0 }: SmtpError): boolean =>
  (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;

export const createSmtp = ({ url }: SmtpSettings) => {
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (url.protocol === "smtps:" ? 465 : 587),
    secure: url.protocol === "smtps:",
    // Neither password nor mail is sent unencrypted.
    requireTLS: url.protocol === "smtp:" && !isLoopback(url.hostname),
    ...(url.username !== "" && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    ...TIMEOUTS_MS,
    // Mail content must not include files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** @throws NotTaken */
    async send({ from, to, subject, html, text, pictures }: OutgoingMail): Promise<{ readonly id: string }> {
      try {
        const { messageId } = await transport.sendMail({
          from,
          to: [...to],
          subject,
          html,
          text,
          attachments: pictures.map(({ contentId, name, contentType, base64 }) => ({
            cid: contentId,
            filename: name,
            contentType,
            content: base64,
            encoding: "base64",
          })),
        });
        return { id: messageId };
      } catch (error) {
        throw new NotTaken(messageOf(error), isFinal(error as SmtpError));
      }
    },

    /** @returns why the server cannot be used right now; null if it can */
    check: (): Promise<string | null> => transport.verify().then(() => null, messageOf),

    close: () => transport.close(),
  };
};

export type Smtp = ReturnType<typeof createSmtp>;

/**
 * Opens the configured mail server, and warns if it is currently unusable: mail waits for it.
 *
 * @returns null if none is configured
 */
export const startSmtp = (environment: Environment, shutdown: Shutdown, tell: (line: string) => void) => {
  const settings = readSmtpSettings(environment);
  if (!settings) return null;
  const client = createSmtp(settings);
  shutdown.add(client.close);
  void client.check().then((complaint) => {
    if (complaint !== null)
      tell(`Email is waiting: the server at ${settings.url.host} did not accept it (${complaint}).`);
  });
  return { settings, client };
};
