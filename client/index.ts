/**
 * Typed client of the API: one method for each operation, by what it is about.
 *
 *     const client = createClient(); // GLEANER_URL and GLEANER_API_KEY
 *     const { id } = await client.flows.create({ name: "Books", url: "https://shop.example/", mode: "extract" });
 *     const run = await client.runs.createAndWait({ flowId: id });
 *     for await (const item of client.runs.items(run.id, { title: "string", price: "price" })) …
 */
import type { Answer, CallOptions } from "./calls.ts";
import { apiErrorOf } from "./errors.ts";
import { type ExportFormat, type ExportOptions, openExport, readNdjson } from "./exports.ts";
import type { Extract } from "./extract.ts";
import {
  type CreateExport,
  type CreateRun,
  type Export,
  type Item,
  type Operations,
  type OutputSchema,
  ROUTES,
  type Run,
  type Upload,
} from "./generated.ts";
import { type Groups, groupsOf } from "./groups.ts";
import { type FlowLinks, flowLinks } from "./links.ts";
import { type Page, requestPages } from "./pages.ts";
import {
  createExportAndWait,
  type ExportFile,
  type ExportWaitOptions,
  exportFiles,
  waitForExport,
} from "./runExports.ts";
import { createAndWait, type WaitOptions, waitForRun } from "./runs.ts";
import { type ClientOptions, resolveSettings } from "./settings.ts";
import { createTransport, type RawRequest, type Transport } from "./transport.ts";
import type { ItemOf } from "./typed.ts";
import {
  type FileOptions,
  type UploadedPage,
  type UploadOptions,
  uploadFile,
  uploadList,
} from "./uploads.ts";

export type { CallOptions } from "./calls.ts";
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServiceError,
  TargetError,
  TimeoutError,
} from "./errors.ts";
export type { ExportFormat, ExportOptions } from "./exports.ts";
export type { Extract } from "./extract.ts";
export type * from "./generated.ts";
export { type FlowLinks, flowLinks } from "./links.ts";
export { doubtedFields, type MissingField, missingFields } from "./missing.ts";
export type { Page, PageRequest } from "./pages.ts";
export type { ExportFile, ExportWaitOptions } from "./runExports.ts";
export { isExportOver } from "./runExports.ts";
export { isOver, type WaitOptions } from "./runs.ts";
export type { ClientOptions } from "./settings.ts";
export type { TransportOptions } from "./transport.ts";
export type { ItemOf } from "./typed.ts";
export type { FileOptions, UploadedPage, UploadOptions } from "./uploads.ts";

interface Helpers {
  /** Waits until the run ends (`completed`, `failed` or `cancelled`), or returns its state after `timeoutMs`. */
  waitForRun(runId: string, options?: WaitOptions): Promise<Run>;
  /** All items of a run as one file, to be streamed. */
  openExport(runId: string, format: ExportFormat, options?: ExportOptions): Promise<Response>;
  /** All items of a run, one by one, however many there are. */
  readItems(runId: string, options?: CallOptions): AsyncGenerator<Item>;
}

/** Methods of flows beyond the API's operations. */
interface FlowHelpers {
  /** The flow's permanent links, which need no API key: `token` comes from `flows.createToken`. */
  links(flowId: string, token: string): FlowLinks;
}

/** Methods of uploads beyond the API's operation. */
interface UploadHelpers {
  /** Uploads a list of URLs (at most 20 MB; `csv` unless `format` is set). Pass its `id` to a run as `uploadId`. */
  send(file: Blob | string, options?: UploadOptions): Promise<Upload>;
  /** Uploads a file (at most 50 MB) that is read like a page. Use its `address` in place of any URL. */
  sendFile(file: Blob, options?: FileOptions): Promise<UploadedPage>;
}

/** Methods of runs beyond the API's operations. */
interface RunHelpers {
  /** Runs a flow and waits until the run ends, or returns its state after `timeoutMs`. */
  createAndWait(body: CreateRun, options?: WaitOptions & CallOptions): Promise<Run>;
  /** Waits until the run ends (`completed`, `failed` or `cancelled`), or returns its state after `timeoutMs`. */
  wait(runId: string, options?: WaitOptions): Promise<Run>;
  /**
   * All items of a run, one by one, however many there are.
   *
   * @param schema the flow's output schema: a literal gives the items its types
   */
  items<const S extends OutputSchema = OutputSchema>(
    runId: string,
    schema?: S,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<S>>;
  /** All items of a run as one file, to be streamed. */
  openExport(runId: string, format: ExportFormat, options?: ExportOptions): Promise<Response>;
  /** Exports a run of any size in parts and waits until the export ends, or returns its state after `timeoutMs`. */
  createExportAndWait(
    runId: string,
    body: CreateExport,
    options?: ExportWaitOptions & CallOptions,
  ): Promise<Export>;
  /** Waits until an export ends, or returns its state after `timeoutMs`. */
  waitForExport(runId: string, exportId: string, options?: ExportWaitOptions & CallOptions): Promise<Export>;
  /** The files of an export, in the order of the items: `for await (const { part, open } of …)`. */
  exportFiles(runId: string, exportId: string, options?: CallOptions): AsyncGenerator<ExportFile>;
}

export type Client = Omit<Operations, "extract"> &
  Omit<Groups, "flows" | "runs" | "uploads"> & {
    readonly extract: Extract;
    readonly flows: Groups["flows"] & FlowHelpers;
    readonly runs: Groups["runs"] & RunHelpers;
    readonly uploads: Groups["uploads"] & UploadHelpers;
  } & Helpers;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly input: "body" | "query" | "none";
  /** Whether a query follows the body. */
  readonly hasQuery?: true;
  readonly answer: "data" | "list" | "bare";
}

type Options = CallOptions & { readonly ifMatch?: number; readonly waitSeconds?: number };

const queryString = (query: object): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? "" : `?${given}`;
};

const headersOf = (
  { method }: Route,
  { idempotencyKey, ifMatch, waitSeconds }: Options,
): Record<string, string> => ({
  // One key per call, so that its retries count as one request.
  ...(method === "POST" && { "idempotency-key": idempotencyKey ?? crypto.randomUUID() }),
  ...(ifMatch !== undefined && { "if-match": String(ifMatch) }),
  ...(waitSeconds !== undefined && { prefer: `wait=${waitSeconds}` }),
});

const expectSuccess = (answer: Answer): unknown => {
  if (answer.status >= 300) throw apiErrorOf(answer);
  return answer.body;
};

/**
 * Splits a method's arguments: a text for each path parameter, then body, query and options, depending on the
 * route.
 */
const splitArguments = (route: Route, given: readonly unknown[]) => {
  const names = route.path.match(/\{\w+\}/g) ?? [];
  const path = names.reduce<string>(
    (filled, name, index) => filled.replace(name, encodeURIComponent(String(given[index]))),
    route.path,
  );
  const rest = given.slice(names.length);
  const body = route.input === "body" ? rest.shift() : undefined;
  const query = (route.input === "query" || route.hasQuery ? rest.shift() : undefined) ?? {};
  return { path, body, query: query as object, options: (rest[0] ?? {}) as Options };
};

const methodFor =
  ({ send }: Transport, route: Route) =>
  (...given: readonly unknown[]): unknown => {
    const { path, body, query, options } = splitArguments(route, given);
    const request: RawRequest = { headers: headersOf(route, options), signal: options.signal };
    const call = async (asked: object): Promise<unknown> =>
      expectSuccess(await send(route.method, path + queryString(asked), { ...request, body }));
    if (route.answer === "list")
      return requestPages(
        (cursor) => call(cursor === undefined ? query : { ...query, cursor }) as Promise<Page<unknown>>,
      );
    const answer = call(query);
    // Text, not JSON, was requested.
    const unwrap = (whole: unknown) =>
      typeof whole === "string" ? whole : (whole as { data: unknown }).data;
    return route.answer === "data" ? answer.then(unwrap) : answer;
  };

/**
 * @param options missing ones are read from the environment
 * @throws Error if the URL or the key is unknown; every method throws `ApiError` if the service rejects its
 * request
 */
export const createClient = (options: ClientOptions = {}): Client => {
  const settings = resolveSettings(options);
  const transport = createTransport(settings);
  const methods = Object.entries(ROUTES).map(([name, route]) => [name, methodFor(transport, route)]);
  const operations = Object.fromEntries(methods) as Operations;
  const readItems: Helpers["readItems"] = async function* (runId, callOptions) {
    yield* readNdjson(await openExport(transport, runId, "ndjson", callOptions));
  };
  const helpers: Helpers = {
    waitForRun: (runId, waitOptions) => waitForRun(operations, runId, waitOptions),
    openExport: (runId, format, callOptions) => openExport(transport, runId, format, callOptions),
    readItems,
  };
  const groups = groupsOf(operations);
  const flows = {
    ...groups.flows,
    links: (flowId: string, token: string) => flowLinks(settings.url, flowId, token),
  };
  const runs = {
    ...groups.runs,
    createAndWait: (body: CreateRun, callOptions?: WaitOptions & CallOptions) =>
      createAndWait(operations, body, callOptions),
    wait: helpers.waitForRun,
    // The schema only sets the types: the service returns items by their flow's schema.
    items: (runId: string, _schema?: OutputSchema, callOptions?: CallOptions) =>
      readItems(runId, callOptions),
    openExport: helpers.openExport,
    createExportAndWait: (runId: string, body: CreateExport, callOptions?: ExportWaitOptions & CallOptions) =>
      createExportAndWait(operations, runId, body, callOptions),
    waitForExport: (runId: string, exportId: string, callOptions?: ExportWaitOptions & CallOptions) =>
      waitForExport(operations, runId, exportId, callOptions),
    exportFiles: (runId: string, exportId: string, callOptions?: CallOptions) =>
      exportFiles(operations, runId, exportId, callOptions),
  };
  const uploads = {
    ...groups.uploads,
    send: (file: Blob | string, uploadOptions?: UploadOptions) => uploadList(operations, file, uploadOptions),
    sendFile: (file: Blob, fileOptions?: FileOptions) => uploadFile(operations, file, fileOptions),
  };
  return { ...operations, ...groups, ...helpers, flows, runs, uploads } as Client;
};
