/** A browser in memory: pages are texts, and what is done on them is written down. */
import type { ActionSelector } from "../../../../src/contract/steps/actionSelectors.ts";
import {
  type CollectionPlan,
  type CollectionState,
  collectNext,
  startCollection,
} from "../../../../src/engine/collection/index.ts";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import type { HealingReport } from "../../../../src/engine/extract/slots/healing/index.ts";
import { compileSelector } from "../../../../src/engine/extract/slots/select.ts";
import type { LivePage } from "../../../../src/engine/steps/index.ts";
import { BASE, NOW } from "../collection/site.ts";

const unused = (): Promise<never> => Promise.reject(new Error("not used here"));

const textFor = ({ css, contains, ignoreCase }: ActionSelector): string =>
  contains === null ? css : `${css}:${ignoreCase ? "icontains" : "contains"}(${JSON.stringify(contains)})`;

/** Runs a plan on one page, which each click turns into the next of `shown`. */
export const collectLive = async (shown: readonly string[], plan: CollectionPlan) => {
  const done: string[] = [];
  /** What the run waited for, at each action, and in the end. */
  const waitedFor: string[][] = [];
  const underWay: string[] = [];
  const opening = (url: string) => {
    underWay.push(url);
    return () => void underWay.splice(underWay.indexOf(url), 1);
  };
  let at = 0;
  const find = (selector: ActionSelector) => {
    const { root } = parseDocument(shown[at] ?? "", { url: BASE });
    return compileSelector(textFor(selector), true)(root)[0];
  };
  const act = async (what: string, selector: ActionSelector): Promise<void> => {
    waitedFor.push([...underWay]);
    const element = find(selector);
    if (!element) throw new TargetError("timeout", `${textFor(selector)} is not there`, { retryable: true });
    done.push(`${what} ${element.attribs.id ?? element.name}`);
  };
  const live: LivePage = {
    url: () => `${BASE}/`,
    snapshot: async () => {
      const html = shown[at] ?? "";
      const document = parseDocument(html, { url: `${BASE}/` });
      return { url: `${BASE}/`, status: 200, html, document, fetchedAt: new Date(NOW).toISOString() };
    },
    click: async (selector) => {
      await act("click", selector);
      at = Math.min(at + 1, shown.length - 1);
    },
    type: async (selector, text) => act(`type ${text(`${BASE}/`)} into`, selector),
    select: (selector) => act("select", selector),
    hover: (selector) => act("hover", selector),
    waitFor: async ({ selector }) => selector !== undefined && find(selector) !== undefined,
    offers: async (selector) => find(selector) !== undefined,
    findButton: async () => null,
    press: unused,
    scroll: unused,
    scrollOn: unused,
    waitForQuiet: unused,
    pause: unused,
    picture: async () => null,
    capture: unused,
  };
  const browser = {
    openLive: async () => live,
    saveShot: unused,
    resume: async () => {},
    suspend: async () => null,
    replace: unused,
    noteLogin: () => {},
  };
  const { signal } = new AbortController();
  const deps = { browser, fetchPage: unused, opening, now: () => NOW, signal };
  const logs: string[] = [];
  const items: unknown[] = [];
  let state: CollectionState = startCollection(plan);
  for (;;) {
    const batch = await collectNext(deps, plan, state);
    items.push(...batch.items);
    logs.push(...batch.logs.map(({ level, message }) => `${level} ${message}`));
    state = JSON.parse(JSON.stringify(batch.state)) as CollectionState;
    if (!batch.done) continue;
    const report = JSON.parse(JSON.stringify(batch.healing ?? null)) as HealingReport | null;
    if (!report) throw new Error("the last batch tells what became of the selectors");
    waitedFor.push([...underWay]);
    return { items, logs, done, report, waitedFor };
  }
};
