/** Settings from a file beside the page, so that the same build works everywhere. */
interface ConfigFile {
  /** An origin, or a path at this one. */
  readonly apiUrl: string;
  readonly sessionUrl?: string;
  readonly sampleUrl?: string | null;
}

export interface Config {
  readonly apiUrl: string;
  /** The API at this page's own origin, where people's sessions work; null: it is not there. */
  readonly sessionUrl: string | null;
  /** A shop to try flows on; null: there is none that the service can reach. */
  readonly sampleUrl: string | null;
}

const bundledSample = (): string =>
  new URL(`${import.meta.env.BASE_URL}sample/shop.html`, location.origin).href;

export const readConfig = async (): Promise<Config> => {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`);
  const { apiUrl, sessionUrl, sampleUrl = bundledSample() } = (await response.json()) as ConfigFile;
  const absolute = (url: string): string => new URL(url, location.origin).href;
  return {
    apiUrl: absolute(apiUrl),
    sessionUrl: sessionUrl === undefined ? null : absolute(sessionUrl),
    sampleUrl,
  };
};

/** The guides are published beside the dashboard. */
export const GUIDES_URL = "/dashboard/guide/index.html";
