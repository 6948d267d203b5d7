import type { Run as RunRecord } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { RunActions } from "../runs/runActions.tsx";
import { RunExport } from "../runs/runExport.tsx";
import { RunExports } from "../runs/runExports.tsx";
import { QualityWarnings, RunCost, RunFacts, RunFailure, RunOpening, RunTiles } from "../runs/runFacts.tsx";
import { RunItems } from "../runs/runItems.tsx";
import { RunLog } from "../runs/runLog.tsx";
import { RunPages } from "../runs/runPages.tsx";
import { RunShots } from "../runs/runShots.tsx";
import { RunSites } from "../runs/runSites.tsx";
import { isLive } from "../runs/runTable.tsx";
import { Badge, Card, Loading } from "../ui/basics.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";

const FIRST_EVERY_MS = 1_000;
const LATER_EVERY_MS = 4_000;
const YOUNG_MS = 60_000;

/** A long run is refetched less often, because its growing log is read whole each time. */
const refetchMs = (run: RunRecord | undefined): number | false =>
  run !== undefined && isLive(run) && (run.duration < YOUNG_MS ? FIRST_EVERY_MS : LATER_EVERY_MS);

interface RunProps {
  readonly params: { readonly id?: string };
}

export default function Run({ params: { id = "" } }: RunProps) {
  const { data: run, error, refetch } = useRecord(["runs", id], (client) => client.getRun(id), { refetchMs });
  if (run === undefined)
    return (
      <Page title="Run" parent={["/runs", "Runs"]}>
        {error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />}
      </Page>
    );
  const live = isLive(run);
  return (
    <Page
      title={run.flowName}
      parent={["/runs", "Runs"]}
      badge={<Badge of={run.status} />}
      actions={<RunActions run={run} />}
    >
      {live && (
        <div className="bar moving" role="progressbar" aria-label="Run in progress">
          <span />
        </div>
      )}
      {run.opening !== null && <RunOpening opening={run.opening} />}
      {run.error !== null && <RunFailure error={run.error} />}
      <QualityWarnings title="This run completed, but not as it should." warnings={run.warnings} />
      <RunTiles run={run} />
      <Card title="Items" isFlush actions={run.itemsExtracted > 0 && <RunExport run={run} />}>
        <RunItems
          runId={id}
          flowId={run.flowId}
          itemsExtracted={run.itemsExtracted}
          isLive={live}
          currencies={run.currencies}
        />
      </Card>
      <RunExports runId={id} />
      {run.sites !== undefined && <RunSites runId={id} sites={run.sites} isLive={live} />}
      {run.pages !== undefined && (
        <RunPages runId={id} pages={run.pages} isLive={live} mayRetry={run.sites === undefined} />
      )}
      <RunShots screenshots={run.screenshots} />
      <Card title="Log" isFlush>
        <RunLog logs={run.logs} isLive={live} />
      </Card>
      <div className="columns">
        <RunFacts run={run} />
        <RunCost run={run} />
      </div>
    </Page>
  );
}
