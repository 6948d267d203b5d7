import type { Page as PuppeteerPage } from "puppeteer-core";

/** @throws if a page may not be opened */
export type MayOpen = (url: string) => Promise<void>;

/**
 * Checks each page that a tab is about to open, whatever triggers the navigation, and aborts it if it may not be
 * opened. What pages load into themselves, frames included, is not checked.
 *
 * @returns a function that returns, once, why the latest page was blocked; undefined if it was opened
 */
export const watchDoor = async (page: PuppeteerPage, mayOpen: MayOpen): Promise<() => Promise<unknown>> => {
  const session = await page.createCDPSession();
  const { targetInfo } = await session.send("Target.getTargetInfo");
  let latest: Promise<unknown> = Promise.resolve();
  session.on("Fetch.requestPaused", ({ requestId, request, frameId }) => {
    const isPage = frameId === targetInfo.targetId && /^https?:/.test(request.url);
    const refusal: Promise<unknown> = isPage
      ? mayOpen(request.url).catch((error: unknown) => error)
      : Promise.resolve();
    if (isPage) latest = refusal;
    const answer = async (): Promise<unknown> =>
      (await refusal) === undefined
        ? session.send("Fetch.continueRequest", { requestId })
        : session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    answer().catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*", resourceType: "Document" }] });
  return () => {
    const refusal = latest;
    latest = Promise.resolve();
    return refusal;
  };
};
