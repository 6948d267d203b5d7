/** A deployment's providers outside AWS's own emulators: payment, mail and a language model. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createInbox } from "./mail/inbox.ts";
import { createRelay } from "./mail/relay.ts";
import type { Smtp, SmtpSettings } from "./mail/smtp.ts";
import { MODEL_SECRET, modelEnvironment, modelSecret } from "./model.ts";
import { sandboxEnvironment } from "./payments/environment.ts";
import type { SignedEvent } from "./payments/events.ts";
import { PAYMENT_SECRET, sandboxKeys } from "./payments/keys.ts";
import { createSandbox } from "./payments/sandbox.ts";
import type { Service } from "./stack/service.ts";
import type { Secrets } from "./state/secrets.ts";

/** Sender of mail if no SMTP server is configured. */
export const LOCAL_SENDER = "Gleaner <gleaner@gleaner.localhost>";

interface ProvidersOptions {
  readonly service: Pick<Service, "secrets">;
  readonly secrets: Pick<Secrets, "secretValueOf">;
  /** URL of the providers. */
  readonly url: string;
  /** Prefix of the paths of AWS services there. */
  readonly awsToken: string;
  /** URL of the service's API. */
  readonly apiUrl: string;
  /** Sends mail; null: mail goes to an inbox on this machine. */
  readonly smtp: { readonly settings: SmtpSettings; readonly client: Smtp } | null;
  readonly warn: (line: string) => void;
}

export interface Providers {
  /** Environment variables that functions need for them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Values of the stack's secrets, with the providers' keys as an operator would have stored them. */
  readonly secretValueOf: (name: string) => string;
  /**
   * Returns whether the request was for a provider.
   *
   * @param isService whether the request has the token that only the service's functions know: only they can
   * send mail
   */
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    isService: boolean,
  ) => Promise<boolean>;
}

export const createProviders = ({
  service,
  secrets,
  url,
  awsToken,
  apiUrl,
  smtp,
  warn,
}: ProvidersOptions): Providers => {
  const paymentSecret = service.secrets.find(({ logicalId }) => logicalId === PAYMENT_SECRET)?.name ?? "";
  const modelSecretName = service.secrets.find(({ logicalId }) => logicalId === MODEL_SECRET)?.name;
  const keys = sandboxKeys(secrets.secretValueOf(paymentSecret));
  const deliver = async ({ body, signature }: SignedEvent): Promise<number> => {
    const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
    const answer = await fetch(`${apiUrl}/payments/events`, { method: "POST", headers, body });
    await answer.body?.cancel();
    return answer.status;
  };
  const sandbox = createSandbox({ keys, url, deliver });
  const inbox = createInbox(async (event) => {
    const answer = await fetch(`${url}/${awsToken}/2015-03-31/functions/recordMailEvents/invocations`, {
      method: "POST",
      body: JSON.stringify({ Records: [{ Sns: { Message: JSON.stringify(event) } }] }),
    });
    await answer.body?.cancel();
  });
  const relay = smtp && createRelay(smtp.client, warn);
  return {
    environment: {
      ...sandboxEnvironment(url),
      ...modelEnvironment(process.env),
      MAIL_SENDER: smtp?.settings.sender ?? LOCAL_SENDER,
      // The AWS SDK reads it itself.
      AWS_ENDPOINT_URL_SESV2: `${url}/${awsToken}`,
    },
    secretValueOf: (name) => {
      if (name === paymentSecret) return JSON.stringify(keys);
      return name === modelSecretName ? modelSecret(process.env) : secrets.secretValueOf(name);
    },
    handle: async (request, response, isService) =>
      (await sandbox(request, response)) ||
      (isService && (await relay?.(request, response)) === true) ||
      inbox(request, response),
  };
};
