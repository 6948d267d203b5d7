/** The routes for programs written for Firecrawl that take a URL. Their errors have a form of their own. */
import type { Attacker, Observed } from "./attacker.ts";

interface FirecrawlBody {
  readonly success?: boolean;
  readonly code?: string;
  readonly error?: unknown;
}

/** Its codes and statuses, as those of the same errors of the own API. */
const OWN_CODES: Readonly<Record<string, string>> = {
  BAD_REQUEST: "invalid-request",
  TARGET_REFUSED: "target-refused",
};
const REFUSED_STATUS = 403;
/** Version 1 of the clients looks for this sentence. */
const PREFIX = "We do not support this site: ";

const askDoor = async ({ send }: Attacker, path: string, sent: object): Promise<Observed> => {
  const { status, body } = await send("POST", `/firecrawl/v2${path}`, sent);
  const { success, code = "", error } = body as unknown as FirecrawlBody;
  if (success) return { status, code: "accepted", message: "" };
  const message = String(error).replace(PREFIX, "");
  const own = OWN_CODES[code] ?? code;
  return {
    status: own === "target-refused" && status === REFUSED_STATUS ? null : status,
    code: own,
    message,
  };
};

const OUTSIDE = "https://shop.example/";

export const doorSurfaces = (attacker: Attacker): Record<string, (url: string) => Promise<Observed>> => ({
  "POST /firecrawl/v2/scrape": (url) => askDoor(attacker, "/scrape", { url }),
  "POST /firecrawl/v2/crawl": (url) => askDoor(attacker, "/crawl", { url, limit: 1 }),
  "POST /firecrawl/v2/crawl webhook": (url) =>
    askDoor(attacker, "/crawl", { url: OUTSIDE, limit: 1, webhook: url }),
  "POST /firecrawl/v2/batch/scrape": (url) => askDoor(attacker, "/batch/scrape", { urls: [url] }),
  "POST /firecrawl/v2/batch/scrape webhook": (url) =>
    askDoor(attacker, "/batch/scrape", { urls: [OUTSIDE], webhook: { url } }),
  "POST /firecrawl/v2/extract": (url) => askDoor(attacker, "/extract", { urls: [url], prompt: "The price" }),
  "POST /firecrawl/v2/map": (url) => askDoor(attacker, "/map", { url }),
});
