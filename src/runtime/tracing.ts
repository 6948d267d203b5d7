/**
 * Spans for OpenTelemetry. Functions contain only its API, which does nothing unless an SDK is registered before they are loaded
 * (local/functions/tracing.ts).
 *
 * A message carries the trace of the span that sent it, so a request, the run that it queued, the run's pages and the deliveries
 * of its events are one trace. What the clock hands over again begins a trace of its own. Spans contain no queries of URLs, no
 * bodies and no texts of errors, any of which may hold secrets.
 */
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { SQSRecord } from "aws-lambda";

const tracer = trace.getTracer("gleaner");

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "internal";

const fail = (span: Span, code: string): void => {
  span.setAttribute("error.type", code).setStatus({ code: SpanStatusCode.ERROR });
};

interface SpanOptions {
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** Headers or attributes with the trace to continue. */
  readonly carrier: object;
}

const inSpan = <T>(
  name: string,
  { carrier, ...options }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(name, options, propagation.extract(context.active(), carrier), async (span) => {
    try {
      return await work(span);
    } catch (error) {
      fail(span, codeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });

/** A request to the API. `http.route` is the operation's path, with names in place of values. */
export const inRequestSpan = <R extends { readonly statusCode?: number | undefined }>(
  { method, path }: { readonly method: string; readonly path: string },
  headers: Readonly<Record<string, string | undefined>>,
  work: () => Promise<R>,
): Promise<R> => {
  const attributes = { "http.request.method": method, "http.route": path };
  return inSpan(
    `${method} ${path}`,
    { kind: SpanKind.SERVER, attributes, carrier: headers },
    async (span) => {
      const reply = await work();
      const { statusCode = 200 } = reply;
      span.setAttribute("http.response.status_code", statusCode);
      if (statusCode >= 500) fail(span, String(statusCode));
      return reply;
    },
  );
};

/** A queue message: a run, an event, a delivery or an email. Its ids become attributes. */
export const inMessageSpan = (
  { messageAttributes, attributes }: SQSRecord,
  message: object,
  work: () => Promise<void>,
): Promise<void> => {
  const { type = "message", ...ids } = message as Readonly<Record<string, string | number>>;
  const carrier = Object.fromEntries(
    Object.entries(messageAttributes).map(([name, { stringValue }]) => [name, stringValue]),
  );
  const named = Object.fromEntries(Object.entries(ids).map(([name, id]) => [`gleaner.${name}`, id]));
  const received = { "messaging.message.receive_count": Number(attributes.ApproximateReceiveCount) };
  return inSpan(
    String(type),
    { kind: SpanKind.CONSUMER, attributes: { ...named, ...received }, carrier },
    work,
  );
};

/** Work that another function waits for: what it traces belongs to that function's span. */
export const inCallersTrace = <T>(carrier: object, work: () => Promise<T>): Promise<T> =>
  context.with(propagation.extract(context.active(), carrier), work);

/** Called for each page that is opened. @returns a callback for when it has arrived or failed */
type Opening = (url: string) => () => void;

/** Gives each page that a run opens a span. */
export const tracingPages =
  (opening: Opening | undefined): Opening =>
  (url) => {
    const arrived = opening?.(url);
    const { host, pathname } = URL.parse(url) ?? { host: "", pathname: "" };
    const attributes = { "server.address": host, "url.path": pathname };
    const span = tracer.startSpan("page", { kind: SpanKind.CLIENT, attributes });
    return () => {
      span.end();
      arrived?.();
    };
  };
