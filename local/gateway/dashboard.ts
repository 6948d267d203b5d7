import { execFile } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DASHBOARD_FOLDER } from "../../lib/dashboard-files.ts";
import { contentSecurityPolicy, DASHBOARD_PATH, PERMISSIONS_POLICY } from "../../lib/dashboard-policy.ts";
import { readSite, type SiteFile } from "../../lib/dashboard-publish.ts";
import { messageOf } from "../failure.ts";
import type { HandleRequest } from "../httpServer.ts";
import { sendPage } from "../page.ts";
import type { Shutdown } from "../shutdown.ts";
import { splitTarget } from "./event.ts";

const BUILD = fileURLToPath(new URL("../../scripts/dashboard.ts", import.meta.url));

type Files = ReadonlyMap<string, SiteFile>;

/** The API has the same origin here. */
const readFiles = async (folder: string, sampleUrl: string | null): Promise<Files> =>
  new Map(
    (await readSite(folder, { apiUrl: "/", sessionUrl: "/", sampleUrl })).map((file) => [file.name, file]),
  );

const headersOf = ({ contentType, cacheControl, content }: SiteFile, imageOrigin: string) => ({
  "content-type": contentType,
  "content-length": content.length,
  "cache-control": cacheControl,
  "content-security-policy": contentSecurityPolicy({ connect: [], images: [imageOrigin] }),
  "permissions-policy": PERMISSIONS_POLICY,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
});

/** The file for a path; other paths within the dashboard are routes of the app. */
const fileNameOf = (path: string, files: Files): string => {
  const name = path.slice(DASHBOARD_PATH.length + 1);
  return files.has(name) || name.startsWith("assets/") ? name : "index.html";
};

const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  files: Files,
  imageOrigin: string,
): void => {
  const [path] = splitTarget(request.url ?? "/");
  const name = fileNameOf(path, files);
  const file = files.get(name);
  if (request.method !== "GET" && request.method !== "HEAD") response.writeHead(405, { allow: "GET, HEAD" });
  else if (file === undefined) response.writeHead(404, { "cache-control": "no-store" });
  else response.writeHead(200, headersOf(file, imageOrigin));
  response.end(response.statusCode === 200 && request.method === "GET" ? file?.content : undefined);
};

interface DashboardOptions {
  /** Origin of the images that the API links to. */
  readonly imageOrigin: string;
  /** A sample shop that flows may fetch; null: there is none. */
  readonly sampleUrl: string | null;
  readonly shutdown: Shutdown;
  readonly tell: (line: string) => void;
}

/**
 * The dashboard's files, built if needed: in a separate process, because building takes more memory than the
 * service itself. The service also works without them.
 */
const loadDashboard = async ({ sampleUrl, shutdown, tell }: DashboardOptions): Promise<Files | null> => {
  const stopping = new AbortController();
  shutdown.add(() => stopping.abort());
  try {
    await promisify(execFile)(process.execPath, [BUILD], { signal: stopping.signal });
    return await readFiles(DASHBOARD_FOLDER, sampleUrl);
  } catch (error) {
    if (!stopping.signal.aborted) tell(`The dashboard could not be built: ${messageOf(error)}`);
    return null;
  }
};

/**
 * Serves the dashboard under its path; returns whether the request was for it. Only requests for its pages wait
 * for the build.
 */
export const createDashboard = (options: DashboardOptions) => {
  const { imageOrigin } = options;
  const loading = loadDashboard(options);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path] = splitTarget(request.url ?? "/");
    if (path !== DASHBOARD_PATH && !path.startsWith(`${DASHBOARD_PATH}/`)) return false;
    void loading.then((files) => {
      if (files) return answer(request, response, files, imageOrigin);
      const words = "<p>The dashboard could not be built; see the runner's output.</p>";
      sendPage(response, "Dashboard", words, 503);
    });
    return true;
  };
};

/** Tries handlers that recognise their own requests before the API, on one origin. */
export const beside =
  (
    others: readonly ((request: IncomingMessage, response: ServerResponse) => boolean)[],
    api: HandleRequest,
  ): HandleRequest =>
  (request, response) =>
    others.some((handle) => handle(request, response)) ? undefined : api(request, response);
