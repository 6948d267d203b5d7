import { randomUUID } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import type { ElementHandle, KeyInput, Page as PuppeteerPage } from "puppeteer-core";
import type { ActionSelector } from "../../contract/steps/actionSelectors.ts";
import { TargetError } from "../egress/index.ts";
import type { LivePage, Sight } from "../steps/index.ts";
import { capture, findElement } from "./capture.ts";
import { within } from "./guard.ts";
import { inPage } from "./inPage.ts";
import { type Control, nearSelectors } from "./nearSelectors.ts";
import { takePicture } from "./picture.ts";
import { ask, type Tab } from "./tab.ts";

const POLL_MS = 100;
const SNAPSHOT_TIMEOUT_MS = 30_000;
/** Most time that a page gets to settle after an action. */
const AFTER_ACTION_MS = 4_000;
/** Most time that the element of a picture gets to appear. */
const FIND_MS = 10_000;

const name = ({ css, contains }: ActionSelector): string =>
  contains === null ? css : `${css}:contains("${contains}")`;

/** Why an element was not found, with those that may have been meant. */
const missing = async ({ page }: Tab, selector: ActionSelector): Promise<TargetError> => {
  const controls = (await ask(() => page.evaluate(inPage("controls")))) as Control[];
  const near = nearSelectors(selector, controls);
  const hint = near.length === 0 ? "" : ` The page has ${near.map((each) => `\`${each}\``).join(", ")}.`;
  return new TargetError("target-failed", `No visible element matches \`${name(selector)}\`.${hint}`, {
    retryable: false,
  });
};

/** A page that has not changed for this long, and loads nothing, shows what it will show. */
const AT_REST_MS = 1_500;

/** Tells whether the page has come to rest since this was called. */
const watchRest = ({ page, settle }: Tab): Ask => {
  let known = { signature: "", sinceMs: Date.now() };
  return async () => {
    const signature = (await ask(() => page.evaluate(inPage("signature")))) as string;
    if (signature !== known.signature) known = { signature, sinceMs: Date.now() };
    return Date.now() - known.sinceMs >= AT_REST_MS && settle(AT_REST_MS);
  };
};

type Ask = () => Promise<boolean>;
const NEVER: Ask = async () => false;

interface LiveOptions {
  /** Stops looking for an element once the page is at rest, as in a preview, whose author is waiting for it. */
  readonly isImpatient?: boolean | undefined;
}

/** Opens a tab that the action opened in this one instead: a run has one live page. */
const followPopups = async (tab: Tab, popups: readonly PuppeteerPage[], timeoutMs: number): Promise<void> => {
  const urls = popups.map((popup) => popup.url()).filter((url) => /^https?:/.test(url));
  await Promise.all(popups.map((popup) => popup.close().catch(() => undefined)));
  const url = urls.at(-1);
  if (url !== undefined) await tab.open(url, undefined, timeoutMs);
};

/** Controls the page of a tab. `signals` stop any action in progress. */
export const createLivePage = (
  tab: Tab,
  signals: readonly AbortSignal[],
  { isImpatient = false }: LiveOptions = {},
): LivePage => {
  const { page, settle, snapshot } = tab;
  const bounded = <T>(work: Promise<T>, timeoutMs: number): Promise<T> => within(work, timeoutMs, ...signals);
  const answer = <T>(question: string): Promise<T> => ask(() => page.evaluate(question) as Promise<T>);

  /** Polls until the answer is yes. @returns false if the time ran out, or if it is `over` */
  const poll = async (question: Ask, timeoutMs: number, isOver: Ask = NEVER): Promise<boolean> => {
    const until = Date.now() + timeoutMs;
    for (;;) {
      if (await bounded(question(), SNAPSHOT_TIMEOUT_MS)) return true;
      if (Date.now() >= until || (await bounded(isOver(), SNAPSHOT_TIMEOUT_MS))) return false;
      await bounded(sleepFor(POLL_MS), SNAPSHOT_TIMEOUT_MS);
    }
  };

  const locate = async (selector: ActionSelector, timeoutMs: number): Promise<ElementHandle> => {
    const isThere = () => answer<boolean>(inPage("shows", { selector }));
    const isShown = await poll(isThere, timeoutMs, isImpatient ? watchRest(tab) : undefined);
    const found = isShown ? await ask(() => findElement(tab, selector)) : null;
    if (!found) throw await missing(tab, selector);
    return found;
  };

  /** Acts on an element, then lets the page settle. @throws if that led to a page that may not be opened */
  const act = async (work: () => Promise<unknown>, timeoutMs: number): Promise<void> => {
    const popups: PuppeteerPage[] = [];
    const onPopup = (popup: PuppeteerPage | null): void => {
      if (popup) popups.push(popup);
    };
    // Forget a refusal that happened before this action.
    void tab.refusal();
    page.on("popup", onPopup);
    try {
      await bounded(
        work().then(() => settle(AFTER_ACTION_MS)),
        timeoutMs + AFTER_ACTION_MS,
      );
    } finally {
      page.off("popup", onPopup);
    }
    const refusal = await bounded(tab.refusal(), timeoutMs);
    if (refusal !== undefined) throw refusal;
    await followPopups(tab, popups, timeoutMs);
  };

  return {
    url: () => page.url(),
    snapshot: () => bounded(snapshot(), SNAPSHOT_TIMEOUT_MS),

    click: async (selector, timeoutMs) => {
      const element = await locate(selector, timeoutMs);
      await act(() => element.click(), timeoutMs);
    },

    type: async (selector, textFor, append, timeoutMs) => {
      const element = await locate(selector, timeoutMs);
      await act(async () => {
        await element.focus();
        if (append) await page.keyboard.press("End");
        else {
          await answer(inPage("selectAll", selector));
          await page.keyboard.press("Delete");
        }
        await page.keyboard.type(textFor(page.url()));
      }, timeoutMs);
    },

    press: async (keys, focus, timeoutMs) => {
      const element = focus && (await locate(focus, timeoutMs));
      const modifiers = keys.slice(0, -1) as KeyInput[];
      await act(async () => {
        await element?.focus();
        for (const key of modifiers) await page.keyboard.down(key);
        await page.keyboard.press((keys.at(-1) ?? "") as KeyInput);
        for (const key of modifiers.reverse()) await page.keyboard.up(key);
      }, timeoutMs);
    },

    select: async (selector, options, timeoutMs) => {
      const element = await locate(selector, timeoutMs);
      const values = await answer<(string | null)[]>(inPage("optionValues", { target: selector, options }));
      const absent = options.find((_, index) => (values[index] ?? null) === null);
      if (absent !== undefined)
        throw new TargetError("target-failed", `\`${name(selector)}\` has no option "${absent}".`, {
          retryable: false,
        });
      await act(() => element.select(...values.filter((value) => value !== null)), timeoutMs);
    },

    hover: async (selector, timeoutMs) => {
      const element = await locate(selector, timeoutMs);
      await act(() => element.hover(), timeoutMs);
    },

    scroll: async (to, timeoutMs) => {
      if (typeof to === "object") {
        const element = await locate(to, timeoutMs);
        await act(() => element.scrollIntoView(), timeoutMs);
      } else await act(() => answer(inPage("scrollTo", to)), timeoutMs);
    },

    scrollOn: async (timeoutMs) => {
      let isMoved = false;
      await act(async () => {
        isMoved = await answer<boolean>(inPage("scrollPart"));
      }, timeoutMs);
      return isMoved;
    },

    waitFor: (sight: Sight, isThere, timeoutMs) =>
      poll(async () => (await answer<boolean>(inPage("shows", sight))) === isThere, timeoutMs),
    waitForQuiet: (timeoutMs) => bounded(settle(timeoutMs), timeoutMs + AFTER_ACTION_MS),
    pause: (delayMs) => bounded(sleepFor(delayMs), delayMs + POLL_MS),
    offers: (selector) => bounded(answer<boolean>(inPage("offers", selector)), SNAPSHOT_TIMEOUT_MS),

    findButton: async (texts, outside) => {
      const mark = `data-gleaner-${randomUUID().slice(0, 8)}`;
      const question = answer<boolean>(inPage("markButton", { texts, mark, outside: outside?.source }));
      const isThere = await bounded(question, SNAPSHOT_TIMEOUT_MS);
      return isThere ? { css: `[${mark}]`, contains: null, ignoreCase: false } : null;
    },

    picture: async (options, timeoutMs) => {
      const { selector } = options;
      const isThere = () => answer<boolean>(inPage("shows", { selector }));
      if (selector && !(await poll(isThere, Math.min(timeoutMs, FIND_MS)))) return null;
      return bounded(takePicture(tab, options), timeoutMs);
    },

    capture: async ({ fullPage, selector }, timeoutMs) => {
      if (selector) await locate(selector, timeoutMs);
      return bounded(capture(tab, { format: "png", fullPage, selector }), timeoutMs);
    },
  };
};
