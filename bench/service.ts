/** The whole service as a contender: started once, asked by its API like any other. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { startService } from "../local/demo/service.ts";
import { clientSettings } from "../local/emulators/endpoints.ts";
import { flowFor } from "./flow.ts";
import type { Figures } from "./process.ts";

const POLL_MS = 100;
const TICKS_PER_SECOND = 100;

interface Run {
  readonly id: string;
  readonly status: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly cost: number;
  readonly pagesFetched: number;
  readonly error?: { readonly message: string } | null;
}

const fieldsOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
  } catch {
    return [];
  }
};

/** The process that runs the functions; the emulators of AWS that are threads of it count too. */
const findService = (): string | undefined =>
  readdirSync("/proc").find((pid) => {
    if (!/^\d+$/.test(pid) || fieldsOf(pid)[1] !== String(process.pid)) return false;
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("local/start.ts");
  });

const cpuMsOf = (pid: string): number => {
  const fields = fieldsOf(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
};

const peakMbOf = (pid: string): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

export interface ServiceFigures extends Figures {
  /** US dollars of the run, as it shows them. */
  readonly dollars: number;
}

/** @param sites addresses that its flows may visit */
export const startOurs = async (sites: readonly string[]) => {
  let stop = async (): Promise<void> => {};
  const service = await startService(
    sites.map((url) => new URL(url).host),
    (end) => {
      stop = end;
    },
  );
  const lambda = new LambdaClient(clientSettings(service.lambda));
  const Payload = JSON.stringify({ email: "bench@example.com", plan: "scale" });
  const answer = await lambda.send(new InvokeCommand({ FunctionName: "createAccount", Payload }));
  const { apiKey } = JSON.parse(answer.Payload?.transformToString() ?? "{}") as { apiKey: string };
  const pid = findService();
  if (pid === undefined) throw new Error("the service has no process");

  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${service.url}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };

  /** All items as NDJSON: the service answers with a link to the file. */
  const readItems = async (id: string): Promise<string> => {
    const headers = { "x-api-key": apiKey };
    const link = await fetch(`${service.url}/runs/${id}/items?format=ndjson`, {
      headers,
      redirect: "manual",
    });
    return (await fetch(link.headers.get("location") ?? "")).text();
  };

  return {
    stop: () => stop(),
    collect: async (origin: string, pace: string, file: string): Promise<ServiceFigures> => {
      const { data: flow } = await ask<{ data: { id: string } }>("/flows", flowFor(origin, pace));
      const before = cpuMsOf(pid);
      const { data: begun } = await ask<{ data: Run }>("/runs", { flowId: flow.id });
      let run = begun;
      while (run.finishedAt === null || run.finishedAt === undefined) {
        await sleep(POLL_MS);
        run = (await ask<{ data: Run }>(`/runs/${begun.id}`)).data;
      }
      if (run.status !== "completed") throw new Error(`the run ${run.status}: ${run.error?.message}`);
      const cpuMs = cpuMsOf(pid) - before;
      writeFileSync(file, await readItems(begun.id));
      const ms = Date.parse(run.finishedAt) - Date.parse(run.startedAt);
      return { ms, cpuMs, peakMb: peakMbOf(pid), dollars: run.cost };
    },
  };
};
