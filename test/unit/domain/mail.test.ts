import { describe, expect, it } from "@jest/globals";
import { EMAIL_TEMPLATES, type EmailTemplate } from "../../../src/contract/deliveries/email.ts";
import { renderMail } from "../../../src/domain/mail/templates.ts";

const DATA: Readonly<Record<EmailTemplate, Record<string, unknown>>> = {
  welcome: { name: "Anna", url: "https://app.example/start" },
  alert: { severity: "critical", message: "A run failed.", flowName: "Books", url: "https://app.example/a" },
  report: { period: "16 to 22 November", runs: 40, successRate: 97.5, changes: 3, cost: 0.0123 },
  digest: {
    period: "21 November 2026",
    flows: [{ name: "Books", added: 2, removed: 0, changed: 1, messages: ["“Walden”: price 9 → 9.5."] }],
    omitted: 3,
  },
  quota: { plan: "free", used: 400, limit: 500, resetsAt: "2026-12-01T00:00:00.000Z" },
  "webhook-disabled": { webhookUrl: "https://hooks.example/x", reason: "HTTP 500" },
};
/** Words and times that are shown in another form. */
const SHOWN: Readonly<Record<string, string>> = {
  critical: "Critical",
  free: "Free",
  "2026-12-01T00:00:00.000Z": "1 December 2026",
};
const NAMES = Object.keys(EMAIL_TEMPLATES) as EmailTemplate[];

const TEXTS = (html: string): string => html.replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, " ");

describe("an email", () => {
  it.each(NAMES)("of template %s has the same content as HTML and as text", (template) => {
    const { html, text } = renderMail(template, "Subject", DATA[template]);
    for (const value of Object.values(DATA[template])) {
      if (typeof value !== "string") continue;
      const shown = SHOWN[value] ?? value;
      expect([html.includes(shown), text.includes(shown)]).toEqual([true, true]);
    }
    expect(html).toContain("<title>Subject</title>");
    expect(text).not.toMatch(/<[a-z]/);
  });

  it.each(NAMES)("of template %s loads nothing and contains no script", (template) => {
    const { html } = renderMail(template, "Subject", DATA[template]);
    expect(html).not.toMatch(/<(?:script|img|link|iframe|form)|url\(|@import|\son\w+=/i);
    expect(html).toContain("width=device-width");
    expect(html).toContain("max-width:560px");
    expect(html).not.toMatch(/[^-]width:\s*\d{3,}px/);
  });

  it("escapes all values", () => {
    const evil = `<img src=x onerror="alert('1')">&amp;`;
    const data = { severity: "warning", message: evil, flowName: evil };
    const { html } = renderMail("alert", evil, data);
    expect(html).not.toContain("<img");
    expect(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;amp;/g)).toHaveLength(
      3,
    );
  });

  it("marks removed and added words, with and without colour", () => {
    const diff = [
      [
        { type: "same", text: "Check-in from " },
        { type: "removed", text: "14:00" },
        { type: "added", text: "<b>16:00</b>" },
      ],
    ];
    const { html, text } = renderMail("alert", "s", { severity: "info", message: "m", diff });
    expect(html).toMatch(/Check-in from <del [^>]*>14:00<\/del><ins [^>]*>&lt;b&gt;16:00&lt;\/b&gt;<\/ins>/);
    expect(text).toContain("Check-in from [-14:00-]{+<b>16:00</b>+}");
  });

  it("sets right-to-left direction for Arabic next to English", () => {
    const message = 'فشل تشغيل "الكتب" لأن الصفحة تغيّرت.';
    const { html, text } = renderMail("alert", "تنبيه", { severity: "warning", message });
    expect(TEXTS(html)).toContain(message.replaceAll('"', "&quot;"));
    expect(text).toContain(message);
    expect(html).toMatch(/<p dir="auto"[^>]*>فشل/);
    expect(html).not.toMatch(/text-align:\s*(?:left|right)|padding-(?:left|right)/);
  });

  it("removes direction overrides and line breaks from values", () => {
    const message = "invoice\u202Egnp.exe\u2066 and\u0007 more";
    const { html, text } = renderMail("alert", "s", { severity: "info", message });
    for (const made of [html, text]) expect(made).toContain("invoice gnp.exe  and  more");
  });

  it.each([
    ["welcome", { url: "javascript:alert(1)" }, "data.url"],
    ["alert", { severity: "loud" }, "data.severity"],
    ["report", { ...DATA.report, runs: -1 }, "data.runs"],
    ["quota", { ...DATA.quota, html: "<b>" }, "data.html"],
  ] as const)("of template %s is refused if its data is invalid", (template, data, path) => {
    expect(() => renderMail(template, "s", data)).toThrow(
      expect.objectContaining({ code: "invalid-request", details: [expect.objectContaining({ path })] }),
    );
  });
});
