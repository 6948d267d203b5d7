import middy, { type MiddlewareObj, type Request } from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type * as z from "zod";
import type { FileAnswer, Page, Redirect, TextAnswer } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import { needsPerson, type Operation } from "../../contract/operation.ts";
import { withinAddressLimit } from "../../domain/keys/addressLimit.ts";
import type { Caller, Deps, SignedIn } from "../../domain/ports.ts";
import { baseDeps } from "../deps/base.ts";
import { readEnv } from "../env.ts";
import { inRequestSpan } from "../tracing.ts";
import { type Admission, admit, admitPerson, assertAllowed, assertMayGoOn, rateHeaders } from "./admit.ts";
import { assertOwnPage, originOf, type Visitor, visitorOf } from "./browser.ts";
import { callerAddress } from "./callerAddress.ts";
import { performOnce } from "./idempotency.ts";
import { asBodyError, checkBody, parseRequest, textOfBody } from "./input.ts";
import { preferredWait } from "./prefer.ts";
import { errorReply, LINK_HEADERS, successReply } from "./reply.ts";

type Parsed<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type Shown<S> = S extends { readonly data: infer D extends z.ZodType }
  ? z.input<D>
  : S extends { readonly list: infer L extends z.ZodType }
    ? Page<z.input<L>>
    : S extends { readonly bare: infer B extends z.ZodType }
      ? z.input<B>
      : S extends { readonly file: readonly string[] }
        ? FileAnswer
        : never;

/** What remains to be done after an operation took effect and its outcome was stored. */
type Finish<O extends Operation, E> = (
  result: Shown<O["success"]>,
  rest: Pick<OperationInput<O, E>, "origin" | "caller" | "deps"> & { readonly waitMs: number },
) => Promise<Shown<O["success"]> | null>;

/** The parsed request that an operation's function receives. */
interface OperationInput<O extends Operation, E> {
  readonly params: Parsed<O, "params">;
  readonly query: Parsed<O, "query">;
  readonly body: Parsed<O, "body">;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whether only the headers of the response are wanted; the server leaves out its body. */
  readonly isHead: boolean;
  /** The body as sent, for checking signatures. */
  readonly rawBody: string;
  /** Origin under which the caller reached the service: `https://api.example.com`. */
  readonly origin: string;
  readonly caller: O["scope"] extends null ? null : Caller;
  /** The person whose session the request has, for operations that need one. */
  readonly session: O extends { readonly session: "needed" | "browser" } ? SignedIn : null;
  /** The browser, for operations that begin or end a session. */
  readonly visitor: Visitor;
  readonly deps: Deps & E;
}

type OperationResult<O extends Operation> =
  | Shown<O["success"]>
  | (O["success"] extends { readonly redirect: string } ? Redirect : never)
  | (O["success"] extends { readonly orText: object } ? TextAnswer : never);

type Event = APIGatewayProxyEventV2;
type Reply = APIGatewayProxyStructuredResultV2;
type Middleware = MiddlewareObj<Event, Reply>;

/** What earlier stages of the pipeline found out about a request. */
interface Passage {
  /** Null until the caller is known, and for operations that need none. */
  admission: Admission | null;
  /** Null unless the operation needs a person. */
  person: SignedIn | null;
  /** The body as sent, until the parser replaces it with the parsed value. */
  rawBody: string;
}

/** Time needed to respond after waiting. */
const AFTER_WAIT_MS = 2_500;

/** Our own timeout is this much shorter than the function's, so that the caller gets our error body. */
const TIMEOUT_EARLY_MS = 1_000;

/** Every response has a request id, and every authenticated one the rate limit headers. */
const addHeaders = async (
  { takesToken }: Operation,
  { admission }: Passage,
  { event, response }: Request<Event, Reply>,
): Promise<void> => {
  if (!response) return;
  const rate = await admission?.counted.catch(() => undefined);
  response.headers = {
    ...response.headers,
    "x-request-id": event.requestContext.requestId,
    ...(rate && rateHeaders(rate)),
    ...(takesToken && LINK_HEADERS),
  };
};

/** The outermost middleware, which sees the failures of all others. */
const answer = (operation: Operation, passage: Passage): Middleware => ({
  after: (request) => addHeaders(operation, passage, request),
  onError: async (request) => {
    const error = asBodyError(request.error, passage.rawBody);
    request.response = errorReply(error, request.event.requestContext.requestId, operation.dialect);
    await addHeaders(operation, passage, request);
  },
});

const admitCaller = (operation: Operation, passage: Passage, deps: () => Deps): Middleware => ({
  before: async ({ event }) => {
    const limit = { address: callerAddress(event), limit: readEnv().ADDRESS_LIMIT };
    if (operation.session === "begins") assertOwnPage(operation, event);
    if (needsPerson(operation))
      passage.person = await withinAddressLimit(deps(), limit, () => admitPerson(deps(), operation, event));
    const admission = await withinAddressLimit(deps(), limit, () => admit(deps(), operation, event));
    // Set before anything is rejected, so that rejections have the rate limit headers too.
    passage.admission = admission;
    if (admission) await assertMayGoOn(operation, admission);
    passage.rawBody = textOfBody(event);
    checkBody(operation, event);
  },
});

/**
 * The pipeline of an operation: authenticate and count → parse JSON → validate → run → serialise. Everything it does
 * follows from the operation's row. A function names its row, so that its bundle holds no other.
 *
 * @param extras providers of further dependencies: see `deps`
 * @param finish for an operation that can wait: the response instead of its result, or null. With an Idempotency-Key,
 *   the result is what is stored.
 */
export const http = <O extends Operation, E extends object = object>(
  operation: O,
  run: (input: OperationInput<O, E>) => Promise<OperationResult<O>>,
  extras: () => E = () => ({}) as E,
  finish?: Finish<O, E>,
) => {
  let made: (Deps & E) | undefined;
  const deps = (): Deps & E => {
    made ??= { ...baseDeps(), ...extras() };
    return made;
  };

  const perform = async (event: Event, { admission, person, rawBody }: Passage): Promise<Reply> => {
    const cookies: string[] = [];
    const input = {
      ...parseRequest(operation, event),
      headers: event.headers,
      isHead: event.requestContext.http.method === "HEAD",
      rawBody,
      origin: originOf(event),
      caller: admission?.caller ?? null,
      session: person,
      visitor: visitorOf(event, cookies),
      deps: deps(),
    } as OperationInput<O, E>;
    // A read runs in parallel with counting its request. Its result is only returned if the count allows it.
    const [result, counted] = await Promise.allSettled([run(input), admission?.counted]);
    if (counted.status === "rejected") throw counted.reason;
    if (counted.value) assertAllowed(counted.value);
    if (result.status === "rejected") throw result.reason;
    const reply = successReply(operation.success, result.value);
    return cookies.length === 0 ? reply : { ...reply, cookies };
  };

  /** Waits if the caller asked for it, and responds with the final result if there is one by then. */
  const waitFor = async (reply: Reply, caller: Caller, event: Event, context: Context): Promise<Reply> => {
    const seconds = finish && operation.waits ? preferredWait(event.headers) : null;
    if (!finish || seconds === null) return reply;
    const waitMs = Math.min(seconds * 1_000, context.getRemainingTimeInMillis() - AFTER_WAIT_MS);
    const { data } = JSON.parse(reply.body ?? "") as { data: Shown<O["success"]> };
    const input = { origin: originOf(event), caller: caller as OperationInput<O, E>["caller"], deps: deps() };
    const result = await finish(data, { ...input, waitMs });
    if (result === null) return reply;
    const { headers, ...finished } = successReply(operation.success, result);
    const applied = { ...reply.headers, ...headers, "preference-applied": `wait=${seconds}` };
    return { ...finished, headers: applied };
  };

  const handle = async (event: Event, context: Context, passage: Passage): Promise<Reply> => {
    if (!passage.admission) return perform(event, passage);
    const { caller } = passage.admission;
    const reply = await performOnce(deps(), operation, caller.accountId, event, () =>
      perform(event, passage),
    );
    return waitFor(reply, caller, event, context);
  };

  return (event: Event, context: Context): Promise<Reply> => {
    const passage: Passage = { admission: null, person: null, rawBody: "" };
    const pipeline = middy<Event, Reply>({
      timeoutEarlyInMillis: TIMEOUT_EARLY_MS,
      timeoutEarlyResponse: () => {
        throw new DomainError("timeout", operation.tooLong ?? "The operation did not finish in time.");
      },
    });
    pipeline.use(answer(operation, passage)).use(admitCaller(operation, passage, deps));
    // checkBody has already rejected bodies that are not declared as JSON.
    if (operation.body) pipeline.use(httpJsonBodyParser({ disableContentTypeCheck: true }));
    const handler = pipeline.handler((each, about) => handle(each, about, passage));
    return inRequestSpan(operation, event.headers, () => handler(event, context));
  };
};
