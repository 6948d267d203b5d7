import type { IncomingMessage, ServerResponse } from "node:http";
import { prepareDashboard } from "../../lib/dashboard-files.ts";
import { contentSecurityPolicy, DASHBOARD_PATH, PERMISSIONS_POLICY } from "../../lib/dashboard-policy.ts";
import { readSite, type SiteFile } from "../../lib/dashboard-publish.ts";
import { messageOf } from "../failure.ts";
import type { HandleRequest } from "../httpServer.ts";
import { sendPage } from "../page.ts";
import { splitTarget } from "./event.ts";

type Files = ReadonlyMap<string, SiteFile>;

/** The API answers at the same origin here. */
const readFiles = async (folder: string): Promise<Files> =>
  new Map((await readSite(folder, "/")).map((file) => [file.name, file]));

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

/** The file that a path asks for; places within the dashboard are for its page to show. */
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

/** The dashboard's files, built if need be. Without them the service itself works as ever. */
const loadDashboard = (tell: (line: string) => void): Promise<Files | null> =>
  prepareDashboard()
    .then(readFiles)
    .catch((error: unknown) => {
      tell(`The dashboard could not be built: ${messageOf(error)}`);
      return null;
    });

/**
 * Serves the dashboard below its path; says whether the request was for it.
 *
 * @param imageOrigin where the pictures are that the API links to
 */
export const createDashboard = async (imageOrigin: string, tell: (line: string) => void) => {
  const files = await loadDashboard(tell);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path] = splitTarget(request.url ?? "/");
    if (path !== DASHBOARD_PATH && !path.startsWith(`${DASHBOARD_PATH}/`)) return false;
    if (files) answer(request, response, files, imageOrigin);
    else
      sendPage(
        response,
        "Dashboard",
        "<p>The dashboard could not be built; see the runner's output.</p>",
        503,
      );
    return true;
  };
};

/** Puts the dashboard beside the API, at one origin. */
export const beside =
  (
    dashboard: (request: IncomingMessage, response: ServerResponse) => boolean,
    api: HandleRequest,
  ): HandleRequest =>
  (request, response) =>
    dashboard(request, response) ? undefined : api(request, response);
