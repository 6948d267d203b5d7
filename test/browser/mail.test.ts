import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { EMAIL_TEMPLATES, type EmailTemplate } from "../../src/contract/deliveries/email.ts";
import { renderMail } from "../../src/domain/mail/templates.ts";
import { type Chromium, launchChromium } from "../../src/engine/browser/launch.ts";
import { browserSettings } from "../helpers/browser.ts";

const WIDTH = 360;
const SCREENSHOTS = join(import.meta.dirname, "../../.screenshots/mail");

const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitaen".repeat(8);
const LONG_URL = `https://hooks.example/${"a".repeat(400)}?token=${"b".repeat(300)}`;
const ARABIC = 'فشل تشغيل "الكتب" لأن الصفحة تغيّرت، ولم يعد المُحدِّد .price يطابق شيئًا.';

/** What a template may be filled with at worst, by language. */
const DATA: Readonly<Record<EmailTemplate, Readonly<Record<string, Record<string, unknown>>>>> = {
  welcome: {
    plain: { name: "Anna", url: "https://app.example/" },
    long: { name: LONG_WORD, url: LONG_URL },
    arabic: { name: "سلمى" },
  },
  alert: {
    plain: { severity: "critical", message: 'A run of "Books" failed: the page is gone.', flowName: "Books" },
    long: { severity: "warning", message: LONG_WORD, flowName: LONG_WORD, url: LONG_URL },
    arabic: { severity: "warning", message: ARABIC, flowName: "الكتب" },
    changed: {
      severity: "info",
      title: "Text of Hotel changed",
      message: '"Hotel": text "14:00" → "16:00" (+1 −1 words).',
      diff: [
        [
          { type: "same", text: "Check-in from " },
          { type: "removed", text: "14:00" },
          { type: "added", text: "16:00" },
          { type: "same", text: ` on. ${LONG_WORD}` },
        ],
        [{ type: "added", text: "Breakfast from 7:00" }],
      ],
    },
  },
  report: {
    plain: { period: "16–22 November 2026", runs: 1_240, successRate: 97.5, changes: 31, cost: 0.0123 },
    long: {
      period: LONG_WORD,
      runs: 9_007_199_254_740_991,
      successRate: 33.3,
      changes: 9_999_999,
      cost: 1e15,
    },
    arabic: { period: "١٦ إلى ٢٢ نوفمبر", runs: 3, successRate: 100, changes: 0, cost: 0 },
  },
  digest: {
    plain: {
      period: "21 November 2026",
      flows: [{ name: "Books", added: 2, removed: 0, changed: 1, messages: ["Walden: price 9 → 9.5."] }],
    },
    long: {
      period: LONG_WORD,
      flows: [
        { name: LONG_WORD, added: 9_999_999, removed: 1, changed: 1, messages: [LONG_WORD, LONG_WORD] },
      ],
      omitted: 70,
      url: LONG_URL,
    },
    arabic: {
      period: "٢١ نوفمبر",
      flows: [{ name: "الكتب", added: 1, removed: 0, changed: 0, messages: [ARABIC] }],
    },
  },
  quota: {
    plain: { plan: "free", used: 400, limit: 500, resetsAt: "2026-12-01T00:00:00.000Z" },
    long: { plan: LONG_WORD, used: 9_007_199_254_740_991, limit: 9_007_199_254_740_991 },
    arabic: { plan: "مجاني", used: 500, limit: 500 },
  },
  "webhook-disabled": {
    plain: { webhookUrl: "https://hooks.example", reason: "its receiver answered 410 Gone" },
    long: { webhookUrl: LONG_URL, reason: LONG_WORD, url: LONG_URL },
    arabic: { webhookUrl: "https://hooks.example", reason: "الخادم لا يجيب" },
  },
};

const CASES = (Object.keys(EMAIL_TEMPLATES) as EmailTemplate[]).flatMap((template) =>
  Object.entries(DATA[template]).map(([kind, data]) => [template, kind, data] as const),
);

interface Seen {
  readonly width: number;
  readonly scrollWidth: number;
  readonly outside: readonly string[];
  readonly smallText: number;
  readonly brokenLabels: readonly string[];
  readonly arabicRuns: readonly string[];
}

/** Looks at the page, in the page. */
const LOOK = `(() => {
  const { clientWidth: width, scrollWidth } = document.documentElement;
  const all = [...document.body.querySelectorAll("*")];
  const linesOf = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getClientRects().length;
  };
  const isOutside = (each) => each.getBoundingClientRect().left < 0 || each.getBoundingClientRect().right > width;
  return {
    width,
    scrollWidth,
    outside: all.filter(isOutside).map(({ tagName }) => tagName),
    smallText: all.filter((each) => parseFloat(getComputedStyle(each).fontSize) < 13).length,
    brokenLabels: all.filter((each) => each.tagName === "TH" && linesOf(each) > 1).map((each) => each.textContent),
    arabicRuns: all
      .filter((each) => each.dir === "auto" && /^\\p{Script=Arabic}/u.test(each.textContent))
      .map((each) => getComputedStyle(each).direction),
  };
})()`;

let chromium: Chromium;
beforeAll(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  chromium = await launchChromium(await browserSettings());
});
afterAll(() => chromium.close());

describe(`on a screen of ${WIDTH} pixels`, () => {
  it.each(CASES)(
    "the email %s (%s) needs no horizontal scrolling and cuts nothing off",
    async (template, kind, data) => {
      const page = await chromium.browser.newPage();
      await page.setViewport({ width: WIDTH, height: 740, deviceScaleFactor: 2, isMobile: true });
      await page.setContent(renderMail(template, "Subject", data).html);
      const seen = (await page.evaluate(LOOK)) as Seen;
      await page.screenshot({ path: join(SCREENSHOTS, `${template}-${kind}.png`), fullPage: true });
      await page.close();
      expect(seen).toMatchObject({
        width: WIDTH,
        scrollWidth: WIDTH,
        outside: [],
        smallText: 0,
        brokenLabels: [],
      });
      expect(new Set(seen.arabicRuns)).toEqual(
        new Set(kind === "arabic" && template !== "welcome" ? ["rtl"] : []),
      );
    },
  );
});
