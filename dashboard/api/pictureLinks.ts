import { useSession } from "./session.tsx";

/** First links to pictures, while they are surely valid. */
const links = new Map<string, { readonly url: string; readonly atMs: number }>();
const VALID_MS = 12 * 60 * 60 * 1_000;

/** Each response has new links to the same pictures. Keeping the first link avoids loading a picture again. */
export const useFirstLinks = (): ((id: string, link: string) => string) => {
  const { apiUrl } = useSession();
  return (id, link) => {
    const known = links.get(id);
    if (known && Date.now() - known.atMs < VALID_MS) return known.url;
    const url = new URL(link, apiUrl).href;
    links.set(id, { url, atMs: Date.now() });
    return url;
  };
};
