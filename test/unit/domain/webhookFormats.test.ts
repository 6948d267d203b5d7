import { describe, expect, it } from "@jest/globals";
import { CreateWebhook, UpdateWebhook } from "../../../src/contract/deliveries/webhooks.ts";
import { customRequest } from "../../../src/domain/webhooks/formats/custom.ts";
import { discordRequest } from "../../../src/domain/webhooks/formats/discord.ts";
import { type Message, messageOf, withDashboardUrl } from "../../../src/domain/webhooks/formats/message.ts";
import { ntfyRequest } from "../../../src/domain/webhooks/formats/ntfy.ts";
import { slackRequest } from "../../../src/domain/webhooks/formats/slack.ts";
import { teamsRequest } from "../../../src/domain/webhooks/formats/teams.ts";
import type { EventRecord } from "../../../src/store/deliveries/outbox.ts";
import { HOSTILE_TEXTS } from "../../helpers/hostileTexts.ts";

const DASHBOARD = "https://gleaner.example/dashboard";

const event = (type: string, data: object): EventRecord => ({
  id: "evt-1",
  accountId: "acct-1",
  type,
  body: JSON.stringify({ type, timestamp: "2026-11-20T08:00:00.000Z", data }),
  createdAt: "2026-11-20T08:00:00.000Z",
});

const alertAbout = (text: string, more: object = {}): Message =>
  messageOf(
    event("alert.created", {
      id: "alert-1",
      severity: "critical",
      flowId: "flow-1",
      flowName: text,
      title: text,
      message: text,
      change: { top: Array.from({ length: 5 }, () => text), more: 99_995 },
      ...more,
    }),
    DASHBOARD,
  );

const TEXTS = [
  ...HOSTILE_TEXTS,
  "",
  " ",
  "\u0000",
  "x".repeat(100_000),
  "😀".repeat(50_000),
  "@everyone".repeat(9_000),
];

/** Every text in a message, wherever it is. */
const stringsIn = (part: unknown): string[] =>
  typeof part === "string" ? [part] : Object.values(part ?? {}).flatMap(stringsIn);

/** Texts of pages: what is neither a constant nor a URL of the service. */
const saidIn = (body: string): string[] =>
  stringsIn(JSON.parse(body)).filter(
    (text) => !text.startsWith(DASHBOARD) && !text.includes("|Open in Gleaner>"),
  );

const MENTION = /[@＠#](?=[\p{L}\p{N}&!])|<(?=[!@#:a-z/])|:\/\/(?=[\p{L}\p{N}])/iu;
const CONTROL = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

describe.each(TEXTS.map((text) => [text.slice(0, 40), text]))(
  "a message with the page content %j",
  (_name, text) => {
    const message = alertAbout(text);
    const plain = alertAbout(text, { change: undefined });
    const template = { text: "{{title}}", blocks: [{ "x-y": "{{message}} {{changes}}" }], count: 1 };
    const requests = {
      slack: slackRequest,
      discord: discordRequest,
      teams: teamsRequest,
      ntfy: (each: Message) => ntfyRequest(each, "https://ntfy.example/topic"),
      custom: (each: Message) => customRequest(each, template),
    };

    it.each(Object.entries(requests))(
      "mentions nobody, links nowhere and adds no line in %s",
      (format, request) => {
        for (const each of [message, plain]) {
          const texts = saidIn(request(each).body);
          expect(texts.length).toBeGreaterThan(0);
          for (const said of texts) {
            if (/^(?:http:\/\/adaptivecards\.io|application\/)/.test(said)) continue;
            expect([format, said]).toEqual([format, expect.not.stringMatching(MENTION)]);
            for (const line of said.split("\n")) expect(line).not.toMatch(CONTROL);
            // Five changes and how many more there are; nothing else has lines.
            expect(said.split("\n").length).toBeLessThanOrEqual(6);
            expect(said.isWellFormed()).toBe(true);
          }
        }
      },
    );

    it("fits Slack's Block Kit limits", () => {
      for (const each of [message, plain]) {
        const { text: fallback, blocks } = JSON.parse(slackRequest(each).body);
        expect(fallback.length).toBeLessThanOrEqual(40_000);
        expect(blocks.length).toBeLessThanOrEqual(50);
        expect(blocks[0]).toMatchObject({ type: "header", text: { type: "plain_text", emoji: false } });
        expect(blocks[0].text.text.length).toBeLessThanOrEqual(150);
        const sections = blocks.filter(({ type }: { type: string }) => type === "section");
        expect(sections.length).toBeGreaterThanOrEqual(/\p{L}/u.test(text) ? 1 : 0);
        for (const { type, text: part } of sections) {
          expect([type, part.type]).toEqual(["section", "plain_text"]);
          expect(part.text.length).toBeGreaterThanOrEqual(1);
          expect(part.text.length).toBeLessThanOrEqual(3_000);
        }
        const links = blocks.filter(({ type }: { type: string }) => type === "context");
        expect(links).toEqual([
          {
            type: "context",
            elements: [{ type: "mrkdwn", text: `<${DASHBOARD}/alerts?alert=alert-1|Open in Gleaner>` }],
          },
        ]);
      }
    });

    it("fits Discord's embed limits, with all mentions disabled", () => {
      for (const each of [message, plain]) {
        const { allowed_mentions, embeds, content } = JSON.parse(discordRequest(each).body);
        expect([allowed_mentions, content, embeds.length]).toEqual([{ parse: [] }, undefined, 1]);
        const [{ title, description = "x", url, footer }] = embeds;
        expect(title.length).toBeGreaterThanOrEqual(1);
        expect(title.length).toBeLessThanOrEqual(256);
        expect(description.length).toBeGreaterThanOrEqual(1);
        expect(description.length).toBeLessThanOrEqual(4_096);
        expect(title.length + description.length + footer.text.length).toBeLessThanOrEqual(6_000);
        expect(url).toBe(`${DASHBOARD}/alerts?alert=alert-1`);
        // Each character that formats is escaped.
        for (const said of [title, description])
          expect(said.replaceAll(/\\[\\*_~`|>#[\]()<:-]/g, "")).not.toMatch(/[\\*_~`|>#[\]()<]/);
      }
    });

    it("fits a 28 KB Adaptive Card for Teams, as plain text runs", () => {
      for (const each of [message, plain]) {
        const { body } = teamsRequest(each);
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(28 * 1024);
        const { type, attachments } = JSON.parse(body);
        const [{ contentType, contentUrl, content }] = attachments;
        expect([type, contentType, contentUrl]).toEqual([
          "message",
          "application/vnd.microsoft.card.adaptive",
          null,
        ]);
        expect(content).toMatchObject({ type: "AdaptiveCard", version: "1.4" });
        expect(content.msteams).toEqual({ width: "Full" });
        // Text blocks read Markdown: only the name of the severity is in one.
        const blocks = content.body.filter((part: { type: string }) => part.type === "TextBlock");
        expect(blocks.map(({ text: said }: { text: string }) => said)).toEqual(["Critical"]);
        expect(content.actions).toEqual([
          { type: "Action.OpenUrl", title: "Open in Gleaner", url: `${DASHBOARD}/alerts?alert=alert-1` },
        ]);
      }
    });

    it("fits ntfy's 4,096 bytes, published to the topic", () => {
      for (const each of [message, plain]) {
        const { url, body } = ntfyRequest(each, "https://ntfy.example/my_topic");
        expect(url).toBe("https://ntfy.example/");
        const { topic, title, message: said, markdown, priority, tags, click } = JSON.parse(body);
        expect({ topic, markdown, priority, tags }).toEqual({
          topic: "my_topic",
          markdown: false,
          priority: 5,
          tags: ["rotating_light"],
        });
        expect(click).toBe(`${DASHBOARD}/alerts?alert=alert-1`);
        expect(title.length).toBeGreaterThanOrEqual(1);
        expect(title.length).toBeLessThanOrEqual(250);
        expect(said.length).toBeGreaterThanOrEqual(1);
        expect(Buffer.byteLength(said)).toBeLessThanOrEqual(4_096);
      }
    });

    it("keeps the structure of a custom template", () => {
      const json = JSON.parse(customRequest(message, template).body);
      expect([Object.keys(json), Object.keys(json.blocks[0]), json.count]).toEqual([
        ["text", "blocks", "count"],
        ["x-y"],
        1,
      ]);
      // JSON in a string is JSON: no value can end the string that it is in.
      const written = customRequest(message, JSON.stringify(template));
      expect(written).toEqual(customRequest(message, template));
      const lines = customRequest(message, "{{severity}}\n{{title}}\n{{message}}\nend").body.split("\n");
      expect([lines.length, lines[0], lines[3]]).toEqual([4, "critical", "end"]);
      // What a value says about other values is not read again.
      expect(customRequest(alertAbout("{{dashboardUrl}} {{id}}"), "{{title}}").body).not.toContain(DASHBOARD);
    });
  },
);

describe("a message", () => {
  it("has a title, the first changes and a link in every format", () => {
    const message = alertAbout("", {
      title: "61 prices fell in Catalogue",
      change: { top: ['"Lamp": price 12.00 → 10.50', '"Chair": price 80 → 61'], more: 59 },
    });
    const discord = JSON.parse(discordRequest(message).body).embeds[0];
    expect(discord).toMatchObject({
      title: "61 prices fell in Catalogue",
      description: '• "Lamp"\\: price 12.00 → 10.50\n• "Chair"\\: price 80 → 61\n… and 59 more',
      footer: { text: "Critical" },
    });
    const [header, section] = JSON.parse(slackRequest(message).body).blocks;
    expect(header.text.text).toBe("Critical: 61 prices fell in Catalogue");
    expect(section.text.text).toContain('• "Lamp": price 12.00 → 10.50\n');
    expect(JSON.parse(ntfyRequest(message, "https://ntfy.sh/a").body)).toMatchObject({
      title: "61 prices fell in Catalogue",
      message: expect.stringContaining("… and 59 more"),
    });
    expect(teamsRequest(message).body).toContain("… and 59 more");
  });

  it.each([
    ["run.completed", { id: "run-1", flowName: "Shop", itemsExtracted: 1, pagesFetched: 2 }, "/runs/run-1"],
    ["run.failed", { id: "run-1", flowName: "Shop", error: { message: "No." } }, "/runs/run-1"],
    ["run.cancelled", { id: "run-1", flowName: "Shop" }, "/runs/run-1"],
    ["flow.error", { id: "flow-1", name: "Shop" }, "/flows/flow-1"],
    ["selector.healed", { runId: "run-1", flowName: "Shop", selector: "a", newSelector: "b" }, "/runs/run-1"],
    ["selector.broken", { runId: "run-1", flowName: "Shop", selector: null, reason: "gone" }, "/runs/run-1"],
    ["webhook.disabled", { id: "wh-1", url: "https://hooks.example/", reason: "gone" }, "/webhooks/wh-1"],
    ["webhook.test", { webhookId: "wh-1", message: "A test." }, "/webhooks/wh-1"],
  ])("can report %s, and adds dashboardUrl to the event's data", (type, data, page) => {
    const told = event(type, data);
    const message = messageOf(told, DASHBOARD);
    expect(message.title).toMatch(/\w/);
    expect(message.title + message.text).not.toMatch(/undefined|null/);
    expect(message.link).toBe(DASHBOARD + page);
    expect(JSON.parse(withDashboardUrl(told, DASHBOARD)).data).toEqual({
      ...data,
      dashboardUrl: message.link,
    });
    expect(withDashboardUrl(told, undefined)).toBe(told.body);
  });
});

describe("creating a webhook", () => {
  const url = "https://hooks.example/a";
  const faultsOf = (wish: object) =>
    (CreateWebhook.safeParse({ url, ...wish }).error?.issues ?? []).map(({ path, message }) => [
      path.join("."),
      message,
    ]);

  it.each([
    [{ format: "custom" }, "template", "is needed"],
    [{ format: "discord", template: "x" }, "template", "is for format `custom`"],
    [{ format: "teams", headers: { Authorization: "x" } }, "headers", "is for formats `custom` and `ntfy`"],
    [{ events: ["run.failed"], minSeverity: "info" }, "minSeverity", "is for messages"],
    [{ format: "ntfy", url: "https://ntfy.sh/a/b" }, "url", "must end in the topic"],
    [{ format: "discord", events: ["run.failed"] }, "events", "must be alert.created alone"],
    [{ format: "custom", template: "{{tilte}}" }, "template", "{{tilte}} is unknown"],
    [{ format: "custom", template: { a: ["{{title"] } }, "template", "not closed"],
    [{ format: "custom", template: '{"a": {{title}}}' }, "template", "is not valid JSON"],
    [{ format: "custom", template: '{"{{title}}": 1}' }, "template", "Names of properties"],
    [{ format: "custom", template: { "{{title}}": 1 } }, "template", "Names of properties"],
    [{ format: "custom", template: "x".repeat(20_000) }, "template", "at most 10,000 characters"],
    [{ format: "custom", template: "x", headers: { Host: "a" } }, "headers.Host", "is set by the service"],
    [{ format: "custom", template: "x", headers: { A: "b\r\nC: d" } }, "headers.A", "visible ASCII"],
    [{ format: "custom", template: "x", secret: "abc" }, "secret", "not signed"],
  ])("is refused for %j at %s", (wish, path, message) => {
    expect(faultsOf(wish)).toEqual([[path, expect.stringContaining(message)]]);
  });

  it("accepts the options of its format, and what GET returns", () => {
    for (const template of ["{{ title }}", "[{{severity}}] {{title}}", '{"text": "{{title}}"}', '["{{id}}"]'])
      expect(faultsOf({ format: "custom", template, events: ["run.failed"] })).toEqual([]);
    expect(
      faultsOf({ format: "ntfy", url: "https://ntfy.sh/a", headers: { Authorization: "Bearer x" } }),
    ).toEqual([]);
    const shown = {
      id: "wh-1",
      url,
      format: "custom",
      headers: { A: "…" },
      template: { a: "{{id}}" },
      failing: {},
    };
    expect(UpdateWebhook.safeParse(shown).success).toBe(true);
  });
});
