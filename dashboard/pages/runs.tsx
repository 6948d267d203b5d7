import { CHOICES } from "../../client/vocabulary.ts";
import { RunTable } from "../runs/runTable.tsx";
import { Card, Empty } from "../ui/basics.tsx";
import { DayFilters } from "../ui/dayFilters.tsx";
import { SelectField } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { useFilters } from "../ui/useFilters.ts";

const ALL = ["", "All"] as const;

const emptyTitle = ({ status, from, to }: { status?: string; from?: string; to?: string }): string => {
  if (from !== undefined || to !== undefined) return "No matching runs";
  return status === undefined ? "No runs yet" : "No runs with this status";
};

export default function Runs() {
  const filters = useFilters();
  const status = filters.read("status", CHOICES.RunStatus);
  const flowId = filters.text("flowId");
  const from = filters.text("from");
  const to = filters.text("to");
  const query = {
    ...(status && { status }),
    ...(flowId && { flowId }),
    ...(from && { from }),
    ...(to && { to }),
  };
  return (
    <Page title="Runs" lead={flowId === undefined ? "All runs, newest first." : `Runs of ${flowId}.`}>
      <div className="filters">
        <SelectField
          label="Status"
          value={status ?? ""}
          onValue={(value) => filters.write("status", value)}
          options={[ALL, ...CHOICES.RunStatus]}
        />
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
