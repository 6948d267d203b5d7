/** The providers outside AWS's own emulators that a deployment is given: payment, mail and a language model. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createInbox } from "./mail/inbox.ts";
import { MODEL_SECRET, modelEnvironment, modelSecret } from "./model.ts";
import { sandboxEnvironment } from "./payments/environment.ts";
import type { SignedEvent } from "./payments/events.ts";
import { PAYMENT_SECRET, sandboxKeys } from "./payments/keys.ts";
import { createSandbox } from "./payments/sandbox.ts";
import type { Service } from "./stack/service.ts";
import type { Secrets } from "./state/secrets.ts";

const MAIL_SENDER = "Gleaner <gleaner@gleaner.localhost>";

interface ProvidersOptions {
  readonly service: Pick<Service, "secrets">;
  readonly secrets: Pick<Secrets, "secretValueOf">;
  /** Where the providers answer. */
  readonly url: string;
  /** Begins the paths of AWS services there. */
  readonly awsToken: string;
  /** Where the service's API answers. */
  readonly apiUrl: string;
}

export interface Providers {
  /** What the functions' environment holds for them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Values of the stack's secrets, with the providers' keys as their operator would have put them in. */
  readonly secretValueOf: (name: string) => string;
  /** Says whether the request was for a provider. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

export const createProviders = ({ service, secrets, url, awsToken, apiUrl }: ProvidersOptions): Providers => {
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
  return {
    environment: {
      ...sandboxEnvironment(url),
      ...modelEnvironment(process.env),
      MAIL_SENDER,
      // The AWS SDK reads it itself.
      AWS_ENDPOINT_URL_SESV2: `${url}/${awsToken}`,
    },
    secretValueOf: (name) => {
      if (name === paymentSecret) return JSON.stringify(keys);
      return name === modelSecretName ? modelSecret(process.env) : secrets.secretValueOf(name);
    },
    handle: async (request, response) => (await sandbox(request, response)) || inbox(request, response),
  };
};
