/** Settings from a file beside the page, so that the same build works everywhere. */
interface ConfigFile {
  /** An origin, or a path at this one. */
  readonly apiUrl: string;
  readonly sampleUrl?: string | null;
}

export interface Config {
  readonly apiUrl: string;
  /** A shop to try flows on; null: there is none that the service can reach. */
  readonly sampleUrl: string | null;
}

const bundledSample = (): string =>
  new URL(`${import.meta.env.BASE_URL}sample/shop.html`, location.origin).href;

export const readConfig = async (): Promise<Config> => {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`);
  const { apiUrl, sampleUrl = bundledSample() } = (await response.json()) as ConfigFile;
  return { apiUrl: new URL(apiUrl, location.origin).href, sampleUrl };
};

/** The guides are published beside the dashboard. */
export const GUIDES_URL = "/dashboard/guide/index.html";
