/** Texts of pages as injection into messages of every format: none may leave its place, mention anyone or link anywhere. */
import type { Attacker, Observed } from "./attacker.ts";
import type { Attack, Sites } from "./expectations.ts";
import type { HostileSite } from "./hostileSite.ts";
import { HOSTILE_TEXTS } from "./hostileTexts.ts";
import type { Listeners } from "./listeners.ts";

/** As many changes as a message lists. */
const LISTED = 5;
const ARRIVES_WITHIN_MS = 60_000;
const POLL_MS = 200;

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  slack: ["blocks", "link_names", "mrkdwn", "parse", "text", "unfurl_links", "unfurl_media"],
  discord: ["allowed_mentions", "embeds"],
  teams: ["attachments", "type"],
  ntfy: ["click", "markdown", "message", "priority", "tags", "title", "topic"],
  custom: ["a", "b"],
};
const TEXT_LINES = ["first", "title", "last"];

const stringsIn = (part: unknown): string[] =>
  typeof part === "string" ? [part] : Object.values(part ?? {}).flatMap(stringsIn);

/** What a chat could follow: a mention, a link of the attacker's, markup in angle brackets. */
const TIE =
  /[@＠#](?=[\p{L}\p{N}&!])|<(?=[!@#])|<https?:\/\/(?!127\.0\.0\.1)|https?:\/\/[\w.]*evil|\bwww\.(?=\w)/iu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNPLACED = /[\u0000-\u0009\u000b-\u001f\u007f\u0085\u2028-\u202e\u2066-\u2069]/u;

/** How a message was broken; null if it is whole. */
const faultOf = (format: string, body: string): string | null => {
  const tie = (texts: readonly string[]): string | null =>
    texts.find((text) => TIE.test(text) || UNPLACED.test(text)) ?? null;
  if (format === "text") {
    const lines = body.split("\n");
    return lines.length === TEXT_LINES.length && lines[0] === "first" && lines[2] === "last"
      ? tie(lines)
      : body;
  }
  const parsed = JSON.parse(body) as object;
  const names = Object.keys(parsed).sort();
  return names.join() === SHAPES[format]?.join() ? tie(stringsIn(parsed)) : names.join();
};

const WISHES = {
  slack: {},
  discord: {},
  teams: {},
  ntfy: {},
  custom: { template: { a: "{{title}} {{message}}", b: ["{{changes}}", "{{flowName}}"] } },
  text: { format: "custom", template: "first\n{{title}}{{message}}\nlast" },
} as const;

/** A topic of ntfy is a path of one part, so the path of each format is one. */
const pathOf = (part: number, format: string): string => `/posted-${part}-${format}`;

const arrivedAt = async (pages: HostileSite, part: number, format: string): Promise<string> => {
  const giveUpAtMs = Date.now() + ARRIVES_WITHIN_MS;
  const isMeant = ({ path, body }: { path: string; body: string }) =>
    format === "ntfy"
      ? path === "/" && body.includes(`"${pathOf(part, format).slice(1)}"`)
      : path === pathOf(part, format);
  for (;;) {
    const post = pages.posts.find(isMeant);
    if (post) return post.body;
    if (Date.now() > giveUpAtMs) throw new Error(`No message of format ${format} arrived.`);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
};

const perform = async (attacker: Attacker, pages: HostileSite, part: number): Promise<Observed> => {
  const texts = HOSTILE_TEXTS.slice(part * LISTED, (part + 1) * LISTED);
  const { body } = await attacker.send("POST", "/flows", {
    name: "Shop @everyone <!channel> [x](https://evil.example)",
    mode: "monitor",
    url: pages.says(texts),
    render: "static",
    steps: [{ type: "extract", selector: "article", fields: ["title: h2", "price: .price"] }],
    outputSchema: { price: "price" },
    monitor: { key: ["title"] },
  });
  const flowId = body.data.id;
  await attacker.runFlow(flowId);
  const made: string[] = [];
  for (const [format, wish] of Object.entries(WISHES)) {
    const url = pages.url + pathOf(part, format);
    const answer = await attacker.send("POST", "/webhooks", { format, url, flowIds: [flowId], ...wish });
    made.push(answer.body.data.id);
  }
  pages.turn();
  await attacker.runFlow(flowId);
  const faults: string[] = [];
  for (const format of Object.keys(WISHES)) {
    const fault = faultOf(format, await arrivedAt(pages, part, format));
    if (fault !== null) faults.push(`${format}: ${fault}`);
  }
  for (const id of made) await attacker.send("DELETE", `/webhooks/${id}`);
  return { status: null, code: faults.length === 0 ? "harmless" : "broken-out", message: faults.join("\n") };
};

export const byMessage = (attacker: Attacker, _listeners: Listeners, { pages }: Sites): Attack[] => {
  // An account has too few webhooks for all formats of all parts at once.
  let before: Promise<unknown> = Promise.resolve();
  return Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / LISTED) }, (_, part) => ({
    surface: "messages",
    trick: `texts of a page, ${part + 1}`,
    expects: "harmless" as const,
    perform: () => {
      const observed = before.then(() => perform(attacker, pages, part));
      before = observed.catch(() => {});
      return observed;
    },
  }));
};
