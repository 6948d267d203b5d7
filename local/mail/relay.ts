import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { messageOf } from "../failure.ts";
import { answerRefused, answerSent, readSendEmail, SEND_PATH } from "./sendEmail.ts";
import { NotTaken, type Smtp } from "./smtp.ts";

/**
 * Sends the service's mail through an SMTP server in place of SES. A mail that the server rejects permanently
 * is rejected as SES would. For a temporary failure the service is asked to retry, which it does for a day.
 *
 * @param warn receives a line about each mail that was not accepted
 * @returns a handler that returns whether the request was for it
 */
export const createRelay =
  (smtp: Pick<Smtp, "send">, warn: (line: string) => void) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? "").split("?")[0];
    if (request.method !== "POST" || path !== SEND_PATH) return false;
    try {
      const { id } = await smtp.send(readSendEmail(await text(request)));
      answerSent(response, id);
    } catch (error) {
      warn(`An email was rejected: ${messageOf(error)}`);
      const isFinal = error instanceof NotTaken && error.isFinal;
      answerRefused(response, isFinal ? "MessageRejected" : "SendingPausedException", messageOf(error));
    }
    return true;
  };
