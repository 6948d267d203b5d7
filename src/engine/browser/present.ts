/** Makes a tab's requests present themselves as asked. */
import type { CDPSession, Page as PuppeteerPage } from "puppeteer-core";
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

/** Adds headers to requests of one origin. The browser asks again for each hop of a redirect. */
const addHeaders = async (
  session: CDPSession,
  origin: string,
  headersFor: (url: URL) => Headers,
): Promise<void> => {
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const own = headersFor(new URL(request.url));
    const others = Object.entries(request.headers).filter(([name]) => !(name.toLowerCase() in own));
    const headers = [...others, ...Object.entries(own)].map(([name, value]) => ({ name, value }));
    void session.send("Fetch.continueRequest", { requestId, headers }).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `${origin}/*` }] });
};

/** Applies the browser's presentation to a new tab, before it opens anything. */
export const present = async (page: PuppeteerPage, { presentation, userAgent }: Chromium): Promise<void> => {
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
  if (origin !== null) await addHeaders(session, origin, headersFor);
};
