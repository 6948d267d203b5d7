/** A flow's latest data: the first thing that its page shows. */
import { Link } from "wouter";
import type { Flow, RunSummary } from "../../../client/index.ts";
import { useRecord } from "../../api/queries.ts";
import { RunExport } from "../../runs/runExport.tsx";
import { RunItems } from "../../runs/runItems.tsx";
import { isLive, RunTable } from "../../runs/runTable.tsx";
import { Card, Empty, Loading, Time } from "../../ui/basics.tsx";
import { showCount, showPlural } from "../../ui/format.ts";
import { Problem } from "../../ui/problem.tsx";
import { Reading } from "./reading.tsx";

const LIVE_EVERY_MS = 2_000;
const IDLE_EVERY_MS = 30_000;
const LATEST_RUNS = 20;
const RECENT_RUNS = 8;

/** The last completed run with items, else one that has some, complete or not. */
const withData = (runs: readonly RunSummary[]): RunSummary | undefined => {
  const found = runs.filter(({ itemsExtracted }) => itemsExtracted > 0);
  return found.find(({ status }) => status === "completed") ?? found[0];
};

/** Queued and cancelled runs are not counted. */
const successOf = ({ completedRuns, failedRuns }: Flow): string => {
  const finished = completedRuns + failedRuns;
  return finished === 0 ? "" : `${showCount(completedRuns)} of ${showPlural(finished, "run")} completed`;
};

const LatestItems = ({ flow }: { readonly flow: Flow }) => {
  const {
    data: runs,
    error,
    refetch,
  } = useRecord(
    ["runs", "latest", flow.id],
    async (client) => (await client.listRuns({ flowId: flow.id, limit: LATEST_RUNS })).data,
    { refetchMs: (found) => (found?.some(isLive) ? LIVE_EVERY_MS : IDLE_EVERY_MS) },
  );
  if (runs === undefined)
    return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  const run = withData(runs);
  if (run === undefined)
    return (
      <Card title="Latest data" isFlush>
        <Empty title={runs.some(isLive) ? "Collecting …" : "No data yet"}>
          {runs.some(isLive) ? "Items appear here as they are collected." : "Run it now to see your data."}
        </Empty>
      </Card>
    );
  return (
    <Card
      title="Latest data"
      isFlush
      actions={
        <>
          <span className="muted">
            {showPlural(run.itemsExtracted, "item")}, <Time at={run.finishedAt ?? run.startedAt} />
          </span>
          <Link href={`/runs/${run.id}`}>Run</Link>
          <RunExport run={run} />
        </>
      }
    >
      <RunItems
        key={run.id}
        runId={run.id}
        flowId={flow.id}
        itemsExtracted={run.itemsExtracted}
        isLive={isLive(run)}
        currencies={run.currencies}
      />
    </Card>
  );
};

const isWhole = ({ mode, monitor }: Flow): boolean =>
  mode === "monitor" && monitor.watch !== undefined && monitor.watch !== "records";

/** The latest table, or what a monitor of whole pages has read last, and the runs that it comes from. */
export const FlowData = ({ flow }: { readonly flow: Flow }) => (
  <>
    {isWhole(flow) ? <Reading flow={flow} /> : <LatestItems flow={flow} />}
    <Card title="Latest runs" isFlush actions={<span className="muted">{successOf(flow)}</span>}>
      <RunTable
        query={{ flowId: flow.id }}
        pageSize={RECENT_RUNS}
        empty={<Empty title="No runs yet">Run it now to see your data.</Empty>}
      />
    </Card>
  </>
);
