/** Makes a tab's requests present themselves as asked. */
import type { CDPSession, Protocol, Page as PuppeteerPage } from "puppeteer-core";
import { withBaseLanguages } from "../page/index.ts";
import type { Chromium } from "./launch.ts";

/** What Chrome on an Android phone tells about itself in client hints. */
const PHONE_METADATA = {
  platform: "Android",
  platformVersion: "10.0.0",
  architecture: "",
  model: "",
  mobile: true,
} as const;

type Headers = Readonly<Record<string, string>>;

/** Adds headers to requests. The browser asks again for each hop of a redirect. */
const addHeaders = async (
  session: CDPSession,
  urlPattern: string,
  headersFor: (url: URL, request: Protocol.Fetch.RequestPausedEvent) => Promise<Headers>,
): Promise<void> => {
  session.on("Fetch.requestPaused", (paused) => {
    const { requestId, request } = paused;
    const proceed = async (): Promise<void> => {
      const own = await headersFor(new URL(request.url), paused);
      const others = Object.entries(request.headers).filter(([name]) => !(name.toLowerCase() in own));
      const headers = [...others, ...Object.entries(own)].map(([name, value]) => ({ name, value }));
      await session.send("Fetch.continueRequest", { requestId, headers });
    };
    // Sites expect every request to be signed.
    proceed().catch(() =>
      session.send("Fetch.failRequest", { requestId, errorReason: "Failed" }).catch(() => undefined),
    );
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern }] });
};

/**
 * Whether an added header would make the browser ask another site for permission first (CORS), which it may refuse: then
 * the page would not work as it does for people.
 */
const asksPermission = (url: URL, { request, resourceType }: Protocol.Fetch.RequestPausedEvent): boolean => {
  const { origin } = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return resourceType !== "Document" && origin !== undefined && origin !== url.origin;
};

/** Applies the browser's presentation to a new tab, before it opens anything. */
export const present = async (
  page: PuppeteerPage,
  { presentation, userAgent, signRequest }: Chromium,
): Promise<void> => {
  const { origin, headersFor, isMobile, timezone, languages } = presentation;
  if (timezone !== undefined) await page.emulateTimezone(timezone);
  const session = await page.createCDPSession();
  if (isMobile || languages.length > 0)
    // The command line's languages have no weights.
    await session.send("Emulation.setUserAgentOverride", {
      userAgent,
      ...(languages.length > 0 && { acceptLanguage: withBaseLanguages(languages).join(",") }),
      ...(isMobile && { userAgentMetadata: PHONE_METADATA }),
    });
  if (signRequest)
    await addHeaders(session, "*", async (url, paused) => {
      if (!/^https?:$/.test(url.protocol)) return {};
      return { ...headersFor(url), ...(asksPermission(url, paused) ? {} : await signRequest(url)) };
    });
  else if (origin !== null) await addHeaders(session, `${origin}/*`, async (url) => headersFor(url));
};
