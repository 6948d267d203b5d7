/** Receives the service's mail on this machine and shows it in the browser. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { escapeHtml, sendPage } from "../page.ts";
import { answerRefused, answerSent, type OutgoingMail, readSendEmail, SEND_PATH } from "./sendEmail.ts";

/** Beyond this, the oldest are dropped. */
const MAX_MAILS = 500;

/** Mail is shown as mail programs do: no scripts, no remote content. */
const MAIL_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
};

interface Mail extends OutgoingMail {
  readonly id: string;
  readonly receivedAt: string;
}

const toMail = (body: string): Mail => ({
  ...readSendEmail(body),
  id: randomUUID(),
  receivedAt: new Date().toISOString(),
});

/** The mail's HTML with the pictures that it carries. */
const withPictures = ({ html, pictures }: Mail): string =>
  pictures.reduce(
    (text, { contentId, contentType, base64 }) =>
      text.replaceAll(`src="cid:${contentId}"`, `src="data:${contentType};base64,${base64}"`),
    html,
  );

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

/** Outcomes that a user can trigger for a mail, as SES would report them. */
const FATES = {
  bounce: [
    "Let it bounce",
    (to: readonly string[]) => ({
      eventType: "Bounce",
      bounce: { bounceType: "Permanent", bouncedRecipients: recipients(to) },
    }),
  ],
  complain: [
    "Call it unwanted",
    (to: readonly string[]) => ({
      eventType: "Complaint",
      complaint: { complainedRecipients: recipients(to) },
    }),
  ],
} as const satisfies Record<string, readonly [string, (to: readonly string[]) => object]>;

const recipients = (addresses: readonly string[]) => addresses.map((emailAddress) => ({ emailAddress }));

/**
 * @param tellEvent sends an event about a mail to the service, as SES does over SNS
 * @returns a handler that returns whether the request was for it
 */
export const createInbox = (tellEvent: (event: object) => Promise<void>) => {
  let mails: readonly Mail[] = [];

  const receive = (body: string, response: ServerResponse): void => {
    try {
      const mail = toMail(body);
      mails = [mail, ...mails].slice(0, MAX_MAILS);
      answerSent(response, mail.id);
    } catch {
      answerRefused(response, "BadRequestException", "The inbox cannot read this email.");
    }
  };

  const show = async (
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    part: string | undefined,
  ): Promise<void> => {
    const mail = mails.find((candidate) => candidate.id === id);
    if (!mail) return sendPage(response, "Inbox", "<p>There is no such mail.</p>", 404);
    if (part === "html") {
      response.writeHead(200, MAIL_HEADERS).end(withPictures(mail));
      return;
    }
    const fate = request.method === "POST" ? new URLSearchParams(await text(request)).get("fate") : null;
    const isKnown = fate !== null && Object.hasOwn(FATES, fate);
    if (isKnown) await tellEvent(FATES[fate as keyof typeof FATES][1](mail.to));
    sendPage(response, mail.subject, pageOf(mail, isKnown));
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const [, area, id, part] = path.split("/");
    if (request.method === "POST" && path === SEND_PATH) receive(await text(request), response);
    else if (path === "/inbox.json") sendJson(response, 200, mails);
    else if (area !== "inbox") return false;
    else if (id === undefined || id === "") sendPage(response, "Inbox", listOf(mails));
    else await show(request, response, id, part);
    return true;
  };
};

const listOf = (mails: readonly Mail[]): string => {
  const rows = mails.map(
    ({ id, to, subject, receivedAt }) =>
      `<tr><td><a href="/inbox/${id}"><bdi>${escapeHtml(subject)}</bdi></a></td><td>${escapeHtml(to.join(", "))}</td>` +
      `<td>${receivedAt.slice(0, 19).replace("T", " ")}</td></tr>`,
  );
  const table = `<table><tr><th>Subject</th><th>To</th><th>At (UTC)</th></tr>${rows.join("")}</table>`;
  return `<h1>Inbox</h1>${mails.length === 0 ? "<p>The service has sent no mail since it started.</p>" : table}`;
};

const pageOf = ({ id, from, to, subject, text: plain }: Mail, isNotified: boolean): string => {
  const buttons = Object.entries(FATES).map(
    ([fate, [label]]) => `<button name="fate" value="${fate}">${label}</button>`,
  );
  const notice = isNotified
    ? '<p role="status">The service was notified and sends no more email to this address.</p>'
    : "";
  return `<p><a href="/inbox">Inbox</a></p><h1><bdi>${escapeHtml(subject)}</bdi></h1>
<p>From ${escapeHtml(from)} to ${escapeHtml(to.join(", "))}</p>
<iframe src="/inbox/${id}/html" title="As HTML" sandbox></iframe>
<h2>As text</h2><pre dir="auto" style="white-space:pre-wrap">${escapeHtml(plain)}</pre>
<h2>Simulate</h2>${notice}<form method="post">${buttons.join("")}</form>`;
};
