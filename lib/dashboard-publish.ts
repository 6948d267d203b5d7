import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { CACHE_CONTROL, DASHBOARD_PATH } from "./dashboard-policy.ts";

/** Media types of the dashboard's files, by extension. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** A file of the dashboard. Its name is the path below the dashboard's. */
export interface SiteFile {
  readonly name: string;
  readonly content: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
}

const toFile = (name: string, content: Buffer): SiteFile => ({
  name,
  content,
  contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
  cacheControl: name.startsWith("assets/") ? CACHE_CONTROL.assets : CACHE_CONTROL.page,
});

/** Settings that the page loads first. */
interface SiteConfig {
  /** URL of the API: an origin, or a path at the origin that serves the files. */
  readonly apiUrl: string;
  /** The API at the origin that serves the files, where people's sessions work. Absent: keys only. */
  readonly sessionUrl?: string;
  /** A sample shop to try; null: none. Absent: the one among the dashboard's files, if the service can reach it. */
  readonly sampleUrl?: string | null;
}

const configFile = (config: SiteConfig): SiteFile =>
  toFile("config.json", Buffer.from(JSON.stringify(config)));

/** The files of a built dashboard. The page comes last. */
export const readSite = async (folder: string, config: SiteConfig): Promise<SiteFile[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path) => toFile(relative(folder, path), await readFile(path))),
  );
  const isPage = ({ name }: SiteFile): boolean => name === "index.html";
  return [...files.filter((file) => !isPage(file)), configFile(config), ...files.filter(isPage)];
};

/** Restricts the page to one API and one bucket. The policy in the CDN's headers only knows the API's region. */
const narrowPage = (page: SiteFile, { apiUrl, objectsUrl }: Reached): SiteFile => {
  const policy = `connect-src 'self' ${new URL(apiUrl).origin} ${new URL(objectsUrl).origin}`;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  return { ...page, content: Buffer.from(page.content.toString().replace("<head>", `<head>\n    ${meta}`)) };
};

/** What a published page may connect to. */
interface Reached {
  readonly apiUrl: string;
  /** The API at the dashboard's origin, if the stage has it there. */
  readonly sessionUrl?: string | undefined;
  readonly objectsUrl: string;
}

/** Stores a file under a key. */
export type PutFile = (key: string, file: SiteFile) => Promise<void>;

/** Uploads the files for the CDN. The page comes last, when everything it loads is there. */
export const publishSite = async (folder: string, reached: Reached, put: PutFile): Promise<void> => {
  const { apiUrl, sessionUrl } = reached;
  for (const file of await readSite(folder, { apiUrl, ...(sessionUrl !== undefined && { sessionUrl }) })) {
    const served = file.name === "index.html" ? narrowPage(file, reached) : file;
    await put(`${DASHBOARD_PATH.slice(1)}/${file.name}`, served);
  }
};
