import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { type Client, createClient } from "../../client/index.ts";
import { until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../helpers/webhookReceiver.ts";

/** An event whose message was lost is announced again by the clock, after a minute or two. */
const UNTIL_RECOVERY_MS = 120_000;
const RECOVERY_TIMEOUT_MS = 90_000;
/** How often the moment between commit and event is aimed at: a slow machine may miss it. */
const ATTEMPTS = 4;
const POLL_MS = 5;

describe("a runner killed between a run's commit and its event", () => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-test-"));
  let pages: PageServer;
  let receiver: WebhookReceiver;
  let runner: RunnerProcess;
  const start = async (): Promise<Client> => {
    const allowed = [`127.0.0.1:${pages.port}`, new URL(receiver.url).host].join(",");
    runner = spawnRunner(["--data-dir", folder, "--allow-private", allowed]);
    return createClient(await runner.started);
  };

  beforeAll(async () => {
    pages = await startPageServer({ "/": { body: "<h1>Here</h1>" } });
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await runner.end("SIGINT");
    await Promise.all([pages.stop(), receiver.stop()]);
    rmSync(folder, { recursive: true });
  });

  /** Runs the flow, and kills the runner the moment that the run is seen to have completed. */
  const runAndKill = async (client: Client, flowId: string): Promise<string> => {
    const { id } = await client.createRun({ flowId });
    for (;;) {
      const { status } = await client.getRun(id);
      if (status === "completed") break;
      expect(["queued", "running"]).toContain(status);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    await runner.end("SIGKILL");
    return id;
  };

  it(
    "sends the event after the next start, once for a consumer that deduplicates by webhook-id",
    async () => {
      let client = await start();
      const hook = await client.createWebhook({ url: `${receiver.url}/hook`, events: ["run.completed"] });
      const { id: flowId } = await client.createFlow({
        name: "Short",
        url: `${pages.url}/`,
        mode: "extract",
        steps: [{ type: "extract", fields: ["title: h1"] }],
      });
      const told = () =>
        receiver.delivered.map(({ body, headers }) => ({
          id: String(headers["webhook-id"]),
          event: new Webhook(hook.secret ?? "").verify(body, headers as Record<string, string>) as {
            type: string;
            data: { id: string };
          },
        }));

      let runId = await runAndKill(client, flowId);
      for (let attempt = 1; told().some(({ event }) => event.data.id === runId); attempt += 1) {
        // The event was quicker than the kill: aim again, at a runner that has just started.
        expect(attempt).toBeLessThan(ATTEMPTS);
        client = await start();
        runId = await runAndKill(client, flowId);
      }

      const after = await start();
      await runner.advanceClock(UNTIL_RECOVERY_MS);
      expect((await after.getRun(runId)).status).toBe("completed");
      await until(
        async () => told().filter(({ event }) => event.data.id === runId),
        (events) => events.length > 0,
        RECOVERY_TIMEOUT_MS,
      );
      const deliveries = await until(
        () => Array.fromAsync(after.listWebhookDeliveries(hook.id)),
        (list) => list.every(({ status }) => status === "succeeded"),
        RECOVERY_TIMEOUT_MS,
      );
      const ofRun = told().filter(({ event }) => event.data.id === runId);
      expect(new Set(ofRun.map(({ id }) => id)).size).toBe(1);
      expect(ofRun[0]?.event).toMatchObject({ type: "run.completed", data: { id: runId } });
      expect(deliveries.filter(({ eventId }) => eventId === ofRun[0]?.id)).toHaveLength(1);
    },
    2 * RECOVERY_TIMEOUT_MS + ATTEMPTS * 60_000,
  );
});
