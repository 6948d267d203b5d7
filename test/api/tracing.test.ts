/** Traces of a service of its own, received as a collector receives them. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, type StartedService, spawnRunner } from "../helpers/runnerProcess.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../helpers/webhookReceiver.ts";

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string | number;
}

/** A span in OTLP's JSON. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

const attributesOf = ({ attributes }: Span): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]));

describe("OpenTelemetry traces", () => {
  let collector: Server;
  let pages: PageServer;
  let receiver: WebhookReceiver;
  let runner: RunnerProcess;
  let service: StartedService;
  const exported: Exported[] = [];

  const spans = (): readonly Span[] =>
    exported.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  /** The trace's spans by name. */
  const traced = (): ReadonlyMap<string, readonly Span[]> =>
    Map.groupBy(
      spans().filter(({ traceId }) => traceId === TRACE),
      ({ name }) => name,
    );
  const only = (name: string): Span => {
    const [span, ...others] = traced().get(name) ?? [];
    if (!span || others.length > 0)
      throw new Error(`there are ${others.length + (span ? 1 : 0)} spans "${name}"`);
    return span;
  };

  beforeAll(async () => {
    collector = createServer(async (request, response) => {
      if (request.url === "/v1/traces") exported.push((await json(request)) as Exported);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    }).listen(0, "127.0.0.1");
    pages = await startPageServer({
      "/shelf": { body: "<ul><li><b>Walden</b></li><li><b>Emma</b></li></ul>" },
    });
    receiver = await startWebhookReceiver();
    const allowed = [pages.port, Number(new URL(receiver.url).port)].map((port) => `127.0.0.1:${port}`);
    runner = spawnRunner(["--in-memory", "--allow-private", allowed.join(",")], {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    });
    service = await runner.started;
  }, 180_000);
  afterAll(async () => {
    await runner.end("SIGTERM");
    await Promise.all([pages.stop(), receiver.stop()]);
    collector.close();
  });

  it("connect a request with its run, the run's pages and the deliveries of its events", async () => {
    const api = await newAccount("scale", "owner@example.com", service);
    await api.post("/webhooks", {
      url: `${receiver.url}/hook?token=secret-of-hook`,
      events: ["run.completed"],
    });
    const { body: flow } = await api.post("/flows", {
      name: "Shelf",
      url: `${pages.url}/shelf?token=secret-of-page`,
      mode: "extract",
      steps: [{ type: "extract", selector: "li", fields: ["title: b"] }],
    });
    const { body: started } = await api.call("POST", "/runs", {
      body: { flowId: flow.data.id },
      headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
    });

    await until(
      async () => traced(),
      (found) => found.has("delivery"),
    );
    const [request, run, page, event, delivery] = [
      only("POST /runs"),
      only("run"),
      only("page"),
      only("event"),
      only("delivery"),
    ];
    expect(request.parentSpanId).toBe(PARENT);
    expect(run.parentSpanId).toBe(request.spanId);
    expect(page.parentSpanId).toBe(run.spanId);
    expect(event.parentSpanId).toBe(run.spanId);
    expect(delivery.parentSpanId).toBe(event.spanId);
    expect(attributesOf(request)).toMatchObject({
      "http.route": "/runs",
      "http.response.status_code": "202",
    });
    expect(attributesOf(run)).toMatchObject({ "gleaner.runId": started.data.id });
    expect(attributesOf(page)).toMatchObject({
      "server.address": new URL(pages.url).host,
      "url.path": "/shelf",
    });
  });

  it("contain no query strings, bodies or keys", async () => {
    const text = JSON.stringify(exported);
    expect(text).toContain("http.route");
    for (const secret of ["secret-of-hook", "secret-of-page", service.apiKey, "Walden"])
      expect(text).not.toContain(secret);
  });
});
