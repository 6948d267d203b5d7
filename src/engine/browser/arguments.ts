/** Chromium's command line, as data; each group states its purpose. */
import { withBaseLanguages } from "../page/index.ts";

/** Flags for a Lambda function without privileges, GPU or display, as recommended by the makers of the binary. */
const SERVERLESS = [
  "--no-sandbox",
  "--disable-setuid-sandbox",
  "--no-zygote",
  "--single-process",
  "--in-process-gpu",
  "--disable-gpu",
  "--disable-software-rasterizer",
  "--disable-site-isolation-trials",
  "--disable-features=AudioServiceOutOfProcess,IsolateOrigins,site-per-process",
];

const QUIET = [
  "--disable-domain-reliability",
  "--disable-component-update",
  "--disk-cache-size=33554432",
  "--dns-prefetch-disable",
  "--font-render-hinting=none",
  "--no-default-browser-check",
  "--no-pings",
  // Animated images show their first frame: two pictures of a page are then the same.
  "--blink-settings=imageAnimationPolicy=2",
];

/** All traffic goes through the proxy: no local DNS, no UDP, and no exception for loopback. */
const ONE_WAY_OUT = [
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
];

/** Puppeteer defaults that are turned off. */
export const UNWANTED_DEFAULTS = ["--disable-popup-blocking"];

export const chromiumArguments = (options: {
  readonly proxyUrl: string;
  readonly userAgent: string;
  /** Of pages, best first; empty: Chromium's own. */
  readonly languages: readonly string[];
  /** Our own build, rather than an installed Chrome. */
  readonly isServerless: boolean;
}): string[] => [
  ...(options.isServerless ? SERVERLESS : process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ...QUIET,
  ...ONE_WAY_OUT,
  `--proxy-server=${options.proxyUrl}`,
  `--user-agent=${options.userAgent}`,
  ...(options.languages.length > 0
    ? [`--accept-lang=${withBaseLanguages(options.languages).join(",")}`, `--lang=${options.languages[0]}`]
    : []),
];
