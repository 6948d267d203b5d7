import { CHOICES } from "../../client/vocabulary.ts";
import { RunTable } from "../runs/runTable.tsx";
import { Card, Empty } from "../ui/basics.tsx";
import { DayFilters } from "../ui/dayFilters.tsx";
import { FilterField } from "../ui/filterField.tsx";
import { Page } from "../ui/page.tsx";
import { ANY, useFilters } from "../ui/useFilters.ts";

const emptyTitle = ({ status, from, to }: { status?: string; from?: string; to?: string }): string => {
  if (from !== undefined || to !== undefined) return "No matching runs";
  return status === undefined ? "No runs yet" : "No runs with this status";
};

export default function Runs() {
  const filters = useFilters();
  const query = filters.query({ status: CHOICES.RunStatus, flowId: ANY, from: ANY, to: ANY });
  const { flowId } = query;
  return (
    <Page title="Runs" lead={flowId === undefined ? "All runs, newest first." : `Runs of ${flowId}.`}>
      <div className="filters">
        <FilterField label="Status" name="status" filters={filters} options={CHOICES.RunStatus} />
        <DayFilters filters={filters} />
      </div>
      <Card isFlush>
        <RunTable
          query={query}
          empty={<Empty title={emptyTitle(query)}>Open a flow and run it to see results here.</Empty>}
        />
      </Card>
    </Page>
  );
}
