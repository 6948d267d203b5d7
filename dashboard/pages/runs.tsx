import { CHOICES } from "../../client/vocabulary.ts";
import { RunTable } from "../runs/runTable.tsx";
import { Card, Empty } from "../ui/basics.tsx";
import { SelectField } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { useFilters } from "../ui/useFilters.ts";

const ALL = ["", "All"] as const;

export default function Runs() {
  const filters = useFilters();
  const status = filters.read("status", CHOICES.RunStatus);
  const flowId = filters.text("flowId");
  return (
    <Page title="Runs" lead={flowId === undefined ? "All runs, newest first." : `Runs of ${flowId}.`}>
      <div className="filters">
        <SelectField
          label="Status"
          value={status ?? ""}
          onValue={(value) => filters.write("status", value)}
          options={[ALL, ...CHOICES.RunStatus]}
        />
      </div>
      <Card isFlush>
        <RunTable
          query={{ ...(status && { status }), ...(flowId && { flowId }) }}
          empty={
            <Empty title={status === undefined ? "No runs yet" : "No runs with this status"}>
              Open a flow and run it to see results here.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}
