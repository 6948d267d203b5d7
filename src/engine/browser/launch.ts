import { type Browser, launch } from "puppeteer-core";
import type { Viewport } from "../../contract/flows/requestOptions.ts";
import {
  type EgressProxy,
  type ProxyOptions,
  type SignRequest,
  startProxy,
  TargetError,
} from "../egress/index.ts";
import { browserAgent, PLAIN, type Presentation } from "../page/index.ts";
import { chromiumArguments, UNWANTED_DEFAULTS } from "./arguments.ts";
import { type ChromiumSettings, findExecutable } from "./executable.ts";
import { within } from "./guard.ts";
import { clearLeftovers, createProfile, killGroup, type Profile } from "./profile.ts";

export interface BrowserSettings extends ChromiumSettings, ProxyOptions {
  /** The user agent, from `createUserAgent`. */
  readonly userAgent: string;
  /** Absent: requests have nothing of their own. */
  readonly presentation?: Presentation | undefined;
  /** Signs each request; absent: none is signed. */
  readonly signRequest?: SignRequest | undefined;
  /** Hard limit on the browser's lifetime (default 15 minutes, the longest a function runs). */
  readonly maxLifeMs?: number;
}

/** A browser process with its profile and proxy; cannot be reused once closed. */
export interface Chromium {
  readonly presentation: Presentation;
  readonly signRequest: SignRequest | undefined;
  readonly userAgent: string;
  readonly browser: Browser;
  readonly proxy: EgressProxy;
  readonly pid: number;
  /** Aborted once the browser or its proxy has stopped. */
  readonly lost: AbortSignal;
  close(): Promise<void>;
}

const LAUNCH_TIMEOUT_MS = 20_000;
const MAX_LIFE_MS = 15 * 60_000;

/** A common desktop size. */
const DESKTOP: Viewport = { width: 1280, height: 800 };

const stopped = (): TargetError =>
  new TargetError("target-failed", "The browser crashed on the page.", { retryable: true });

/** Puppeteer's viewport, by default of a desktop. */
export const viewportOf = ({ viewport = DESKTOP, isMobile }: Presentation) => ({
  ...viewport,
  deviceScaleFactor: viewport.deviceScaleFactor ?? 1,
  isMobile,
  hasTouch: isMobile,
});

const start = async (
  { userAgent, presentation }: Pick<Chromium, "userAgent" | "presentation">,
  proxy: EgressProxy,
  profile: Profile,
  path: string,
  isServerless: boolean,
) =>
  launch({
    executablePath: path,
    userDataDir: profile.folder,
    headless: isServerless ? "shell" : true,
    // A pipe instead of a port: pages cannot reach it, and the browser exits with its owner.
    pipe: true,
    args: chromiumArguments({
      proxyUrl: proxy.url,
      userAgent,
      languages: presentation.languages,
      isServerless,
    }),
    ignoreDefaultArgs: UNWANTED_DEFAULTS,
    env: { ...profile.environment },
    defaultViewport: viewportOf(presentation),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: LAUNCH_TIMEOUT_MS,
  });

const whenExited = (browser: Browser): Promise<void> =>
  new Promise((done) => {
    const child = browser.process();
    if (!child || child.exitCode !== null || child.signalCode !== null) done();
    else child.once("exit", () => done());
  });

/** Starts a browser with a fresh profile. @throws DomainError `not-configured` · TargetError */
export const launchChromium = async (settings: BrowserSettings): Promise<Chromium> => {
  const { path, layerFolder } = await findExecutable(settings);
  await clearLeftovers(Date.now());
  const profile = await createProfile(layerFolder);
  const proxy = await startProxy(settings);
  const discard = () => Promise.all([proxy.close(), profile.remove()]);
  const { presentation = PLAIN } = settings;
  const userAgent = browserAgent(settings.userAgent, presentation);
  const starting = start({ userAgent, presentation }, proxy, profile, path, layerFolder !== null);
  const browser = await within(starting, LAUNCH_TIMEOUT_MS).catch(async (error: unknown) => {
    // A browser that starts too late is closed.
    void starting.then((late) => killGroup(late.process()?.pid ?? 0)).catch(() => undefined);
    await discard();
    throw error;
  });
  const pid = browser.process()?.pid ?? 0;
  const maxLifeMs = settings.maxLifeMs ?? MAX_LIFE_MS;
  await profile.claim(pid, Date.now() + maxLifeMs);

  const lost = new AbortController();
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(life);
    const exited = whenExited(browser);
    killGroup(pid);
    await exited;
    await discard();
  };
  const close = (): Promise<void> => {
    lost.abort(stopped());
    closing ??= end();
    return closing;
  };
  const life = setTimeout(close, maxLifeMs);
  browser.once("disconnected", close);
  // The browser has no network without its proxy, but must still be closed.
  void proxy.closed.then(close);
  return {
    presentation,
    signRequest: settings.signRequest,
    userAgent,
    browser,
    proxy,
    pid,
    lost: lost.signal,
    close,
  };
};
