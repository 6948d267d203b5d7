import type { Flow as FlowRecord } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { FlowChanges } from "../flows/data/changes.tsx";
import { FlowData } from "../flows/data/flowData.tsx";
import { FlowRecords } from "../flows/data/records.tsx";
import { FlowActions } from "../flows/flowActions.tsx";
import { FlowOverview } from "../flows/flowOverview.tsx";
import { FlowSessionCard } from "../flows/flowSession.tsx";
import { FlowSecrets } from "../flows/secrets.tsx";
import { FlowShare } from "../flows/share.tsx";
import { UseInCode } from "../flows/useInCode.tsx";
import { Healed } from "../point/healed.tsx";
import { QualityWarnings } from "../runs/runFacts.tsx";
import { RunTable } from "../runs/runTable.tsx";
import { Badge, Card, Empty, Loading } from "../ui/basics.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Tabs } from "../ui/tabs.tsx";

/** What a flow signs in with, and how it stays signed in. */
const FlowLogin = ({ flow }: { readonly flow: FlowRecord }) => (
  <div className="stack">
    <FlowSecrets flow={flow} />
    <FlowSessionCard flow={flow} />
  </div>
);

/** How others and programs reach the flow's data. */
const Share = ({ flow }: { readonly flow: FlowRecord }) => (
  <>
    <FlowShare flow={flow} />
    <UseInCode flowId={flow.id} />
  </>
);

const EVERY_MS = 10_000;

interface FlowProps {
  readonly params: { readonly id?: string };
}

export default function Flow({ params: { id = "" } }: FlowProps) {
  // A run that ends meanwhile may leave warnings, or a repair.
  const {
    data: flow,
    error,
    refetch,
  } = useRecord(["flows", id], (client) => client.getFlow(id), { refetchMs: () => EVERY_MS });
  if (flow === undefined)
    return (
      <Page title="Flow" parent={["/flows", "Flows"]}>
        {error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />}
      </Page>
    );
  const monitorTabs = [
    { id: "changes", title: "Changes", content: () => <FlowChanges flow={flow} /> },
    {
      id: "records",
      title: "Records",
      content: () => <FlowRecords flowId={id} schema={flow.outputSchema} />,
    },
  ];
  const runs = () => (
    <Card isFlush>
      <RunTable
        query={{ flowId: id }}
        empty={<Empty title="No runs yet">Run it now to see your data.</Empty>}
      />
    </Card>
  );
  return (
    <Page
      title={flow.name}
      parent={["/flows", "Flows"]}
      badge={<Badge of={flow.status} />}
      actions={<FlowActions flow={flow} />}
    >
      {flow.status === "error" && (
        <div className="notice bad">
          <strong>This flow stopped after too many failures.</strong>
          <p>Check the latest runs, fix the flow, then activate it again.</p>
        </div>
      )}
      <QualityWarnings
        title="This flow needs attention: its last run did not collect what it should."
        warnings={flow.warnings}
      />
      {flow.proposedPatch !== null && <Healed flow={flow} proposed={flow.proposedPatch} />}
      <Tabs
        label="Flow sections"
        tabs={[
          { id: "data", title: "Data", content: () => <FlowData flow={flow} /> },
          { id: "overview", title: "Overview", content: () => <FlowOverview flow={flow} /> },
          { id: "runs", title: "Runs", content: runs },
          ...(flow.mode === "monitor" ? monitorTabs : []),
          { id: "share", title: "Share", content: () => <Share flow={flow} /> },
          { id: "secrets", title: "Login", content: () => <FlowLogin flow={flow} /> },
        ]}
      />
    </Page>
  );
}
