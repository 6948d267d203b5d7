/** A local payment provider: the two API calls that the service makes, and a checkout page. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { escapeHtml, sendPage } from "../page.ts";
import { type EventType, type Sale, type SignedEvent, signEvent } from "./events.ts";
import type { SandboxKeys } from "./keys.ts";

interface SandboxOptions {
  readonly keys: SandboxKeys;
  /** The sandbox's URL. */
  readonly url: string;
  /** Sends an event to the service; returns the status of the response. */
  readonly deliver: (event: SignedEvent) => Promise<number>;
}

/** What a user can do on the page of a sale. */
const ACTIONS = {
  pay: ["Pay", ["checkout.session.completed", "invoice.paid"]],
  renew: ["Renew", ["invoice.paid"]],
  fail: ["Let a payment fail", ["invoice.payment_failed"]],
  cancel: ["Cancel the subscription", ["customer.subscription.deleted"]],
} as const satisfies Record<string, readonly [string, readonly EventType[]]>;

/** @returns a handler that returns whether the request was for it */
export const createSandbox = ({ keys, url, deliver }: SandboxOptions) => {
  const sales = new Map<string, Sale>();

  const send = (type: EventType, sale: Sale) =>
    deliver(signEvent(type, sale, keys.webhookSecret, Date.now()));

  const createSession = (form: URLSearchParams): object => {
    const sessionId = `cs_test_${randomUUID()}`;
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    sales.set(sessionId, {
      sessionId,
      subscriptionId: `sub_${randomUUID()}`,
      customerId: form.get("customer") ?? `cus_${randomUUID()}`,
      price: form.get("line_items[0][price]") ?? "",
      metadata,
      returnUrl: form.get("success_url") ?? "",
    });
    return { id: sessionId, object: "checkout.session", url: `${url}/pay/${sessionId}` };
  };

  const cancelSubscription = async (id: string): Promise<object | null> => {
    const sale = [...sales.values()].find(({ subscriptionId }) => subscriptionId === id);
    if (!sale) return null;
    // As the provider does: some time later, whether or not anyone listens.
    send("customer.subscription.deleted", sale).catch(() => {});
    return { id, object: "subscription", status: "canceled" };
  };

  const answerApi = async (
    request: IncomingMessage,
    path: string,
    body: string,
  ): Promise<[number, object]> => {
    if (request.headers.authorization !== `Bearer ${keys.secretKey}`)
      return [401, { error: { type: "invalid_request_error", message: "Invalid API Key provided." } }];
    if (request.method === "POST" && path === "/v1/checkout/sessions")
      return [200, createSession(new URLSearchParams(body))];
    const subscription = /^\/v1\/subscriptions\/([\w-]+)$/.exec(path)?.[1];
    if (request.method === "DELETE" && subscription !== undefined) {
      const cancelled = await cancelSubscription(subscription);
      if (cancelled) return [200, cancelled];
    }
    return [
      404,
      { error: { type: "invalid_request_error", code: "resource_missing", message: "No such thing." } },
    ];
  };

  const answerPage = async (request: IncomingMessage, response: ServerResponse, sale: Sale, body: string) => {
    const action = new URLSearchParams(body).get("action") ?? "";
    const statuses: number[] = [];
    if (request.method === "POST" && Object.hasOwn(ACTIONS, action)) {
      for (const type of ACTIONS[action as keyof typeof ACTIONS][1]) statuses.push(await send(type, sale));
    }
    sendPage(response, "Sandbox checkout", pageOf(sale, statuses));
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (path.startsWith("/v1/")) {
      const [status, answer] = await answerApi(request, path, await text(request));
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
      return true;
    }
    if (!path.startsWith("/pay/")) return false;
    const sale = sales.get(path.slice("/pay/".length));
    if (sale) await answerPage(request, response, sale, await text(request));
    else
      sendPage(
        response,
        "Sandbox checkout",
        "<p>There is no such session since the service started.</p>",
        404,
      );
    return true;
  };
};

const pageOf = ({ metadata, price, returnUrl }: Sale, statuses: readonly number[]): string => {
  const delivered = statuses.map(
    (status) => `<p role="status">The service was notified and answered ${status}.</p>`,
  );
  const buttons = Object.entries(ACTIONS).map(
    ([action, [label]]) => `<button name="action" value="${action}">${label}</button>`,
  );
  return `<h1>Sandbox checkout</h1><p>No money moves here. This page plays the payment provider's part.</p>
<table><tr><th>Plan</th><td>${escapeHtml(metadata.plan ?? "")}, by the ${escapeHtml(metadata.interval ?? "")}</td></tr>
<tr><th>Price</th><td>${escapeHtml(price)}</td></tr><tr><th>Account</th><td>${escapeHtml(metadata.accountId ?? "")}</td></tr></table>
${delivered.join("")}<form method="post">${buttons.join("")}</form>
<p><a href="${escapeHtml(returnUrl)}">Back to the service</a></p>`;
};
