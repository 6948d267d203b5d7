/** How requests present themselves to sites: the user agent, the languages and additional headers. */
import type { PresentationData } from "../../contract/extraction/openPage.ts";
import { languagesOf, type RequestOptions, type Viewport } from "../../contract/flows/requestOptions.ts";
import { fillSecrets, parseSecretText } from "../../contract/flows/secrets.ts";

/** A value that is only sent to certain sites. */
interface BoundSecret {
  readonly name: string;
  readonly value: string;
  readonly origins: readonly string[];
}

export interface Presentation extends Pick<RequestOptions, "timezone"> {
  /** Best first; empty: the service's own. */
  readonly languages: readonly string[];
  /** Appended to the service's user agent. */
  readonly suffix: string;
  readonly isMobile: boolean;
  /** A browser's window; absent: its default. */
  readonly viewport?: Viewport | undefined;
  /** The only origin that gets `headersFor`; null: there are no such headers. */
  readonly origin: string | null;
  /** Further headers of a request, with names in lower case; none for any other origin. */
  readonly headersFor: (url: URL) => Readonly<Record<string, string>>;
}

/** The viewport of a Pixel 7 in Chrome's device toolbar, whose user agent `mobileAgent` is. */
const PHONE: Required<Viewport> = { width: 412, height: 915, deviceScaleFactor: 2.625 };

/** @param origin the only origin that headers are sent to */
export const createPresentation = (
  options: RequestOptions | undefined,
  origin: string,
  secrets: readonly BoundSecret[] = [],
): Presentation => {
  const { headers = {}, language, userAgentSuffix, mobile = false, viewport, timezone } = options ?? {};
  const own = secrets.filter(({ origins }) => origins.includes(origin));
  const filled = Object.fromEntries(
    Object.entries(headers).flatMap(([name, text]) => {
      const value = parseSecretText(text).length === 0 ? "" : fillSecrets(text, own);
      return value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
  return {
    languages: language === undefined ? [] : (languagesOf(language) ?? []),
    suffix: userAgentSuffix === undefined ? "" : ` ${userAgentSuffix}`,
    isMobile: mobile,
    viewport: viewport ?? (mobile ? PHONE : undefined),
    timezone,
    origin: Object.keys(filled).length === 0 ? null : origin,
    headersFor: (url) => (url.origin === origin ? filled : {}),
  };
};

/** A presentation as data, for another function. */
export const writePresentation = ({ headersFor, ...presentation }: Presentation): PresentationData => ({
  ...presentation,
  languages: [...presentation.languages],
  headers: presentation.origin === null ? {} : { ...headersFor(new URL(presentation.origin)) },
});

export const readPresentation = ({ headers, ...presentation }: PresentationData): Presentation => ({
  ...presentation,
  headersFor: (url) => (url.origin === presentation.origin ? headers : {}),
});

/** The presentation without any options. */
export const PLAIN: Presentation = createPresentation(undefined, "null");

/** Accept-Language without a wish: English is preferred, anything is fine. */
const ANY_LANGUAGE = "en;q=0.8, *;q=0.5";

/** Languages with those that they are variants of, as browsers send them: `de-AT`, `de`, `en`. */
export const withBaseLanguages = (languages: readonly string[]): string[] => [
  ...new Set(
    languages.flatMap((tag, at) => {
      const [base = tag] = tag.split("-");
      const isLastOfBase = !languages.slice(at + 1).some((later) => later.split("-")[0] === base);
      return isLastOfBase ? [tag, base] : [tag];
    }),
  ),
];

/** The value of Accept-Language: each language counts a tenth less than the one before. */
export const acceptLanguage = ({ languages }: Presentation): string =>
  languages.length === 0
    ? ANY_LANGUAGE
    : withBaseLanguages(languages)
        .map((tag, at) => (at === 0 ? tag : `${tag};q=${Math.max(1, 10 - at) / 10}`))
        .join(", ");

const engine = (platform: string, form: string): string =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 ${form}`;
const DESKTOP_ENGINE = engine("X11; Linux x86_64", "Safari/537.36");
/** The reduced user agent of Chrome on Android. */
const PHONE_ENGINE = engine("Linux; Android 10; K", "Mobile Safari/537.36");

/** The user agent of a browser: names the rendering engine, as pages expect it, and who is asking. */
export const browserAgent = (agent: string, { isMobile, suffix }: Presentation = PLAIN): string =>
  `${isMobile ? PHONE_ENGINE : DESKTOP_ENGINE} ${agent}${suffix}`;

/** The user agent of fetched pages. Sites tell phones by the name of a phone's browser. */
export const fetchAgent = (agent: string, presentation: Presentation): string =>
  presentation.isMobile ? browserAgent(agent, presentation) : `${agent}${presentation.suffix}`;
