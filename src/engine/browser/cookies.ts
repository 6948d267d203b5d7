import type { Browser, CookieData } from "puppeteer-core";
import { clearStorages } from "./storage.ts";
import type { Tab } from "./tab.ts";

/** Chromium takes a cookie with a `domain` for one of all subdomains, so one of a single host names its URL instead. */
const paramOf = ({ domain, ...cookie }: CookieData): CookieData => {
  if (domain.startsWith(".")) return { domain, ...cookie };
  const url = `${cookie.secure ? "https" : "http"}://${domain}${cookie.path ?? "/"}`;
  return { ...cookie, url } as unknown as CookieData;
};

/** Adds cookies to a browser. Chromium refuses all if it refuses one; then they are added one by one. */
export const addCookies = async (browser: Browser, cookies: readonly CookieData[]): Promise<void> => {
  const params = cookies.map(paramOf);
  await browser.setCookie(...params).catch(async () => {
    for (const param of params) await browser.setCookie(param).catch(() => undefined);
  });
};

/** Exchanges all cookies of a browser, and empties the storage of the open page. */
export const exchangeCookies = async (
  browser: Browser,
  cookies: readonly CookieData[],
  tab: Tab | undefined,
): Promise<void> => {
  await browser.deleteCookie(...(await browser.cookies()));
  await addCookies(browser, cookies);
  if (tab) await clearStorages(tab);
};
