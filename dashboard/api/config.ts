/** Where the API answers: told by a file beside the page, so that the same build runs anywhere. */
interface Config {
  /** An origin, or a path at this one. */
  readonly apiUrl: string;
}

export const readApiUrl = async (): Promise<string> => {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`);
  const { apiUrl } = (await response.json()) as Config;
  return new URL(apiUrl, location.origin).href;
};
