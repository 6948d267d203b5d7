import { useState } from "react";
import { Link } from "wouter";
import type { Client, Flow } from "../../client/index.ts";
import { usePagedList } from "../api/queries.ts";
import { Badge, Card, Empty, Loading, Time } from "../ui/basics.tsx";
import { Check } from "../ui/form.tsx";
import { showCount, showPlural } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { Pager } from "../ui/table.tsx";
import { FieldDiff } from "./fieldDiff.tsx";
import { Noise, ProposedNoise } from "./noise.tsx";
import { useRecordNames } from "./recordNames.ts";

export type Change = Awaited<ReturnType<Client["listFlowChanges"]>>["data"][number];
type RecordChange = Change["records"][number];

const SHOWN_RECORDS = 20;

interface RecordDiffProps {
  readonly flowId: string;
  readonly name: string;
  readonly record: RecordChange;
}

const RecordDiff = ({ flowId, name, record }: RecordDiffProps) => (
  <li className={isWide(record) ? "stack tight" : "diff-record"}>
    <div className="row">
      <span className={`badge ${{ added: "good", removed: "bad", changed: "busy still" }[record.type]}`}>
        {record.type}
      </span>
      <Link href={`/flows/${flowId}/records/${encodeURIComponent(record.key)}`} className="truncate">
        {name}
      </Link>
    </div>
    <div className="diff">
      {Object.entries(record.fields).map(([name, change]) => (
        <FieldDiff key={name} name={name} change={change} />
      ))}
    </div>
  </li>
);

/** The difference of a long text or a picture needs the whole width. */
const isWide = ({ fields }: RecordChange): boolean =>
  Object.values(fields).some(({ diff, picture }) => diff || picture);

/** What changed in one run, record by record. */
export const ChangeDiff = ({ change }: { readonly change: Change }) => {
  const { flowId, records, recordsOmitted } = change;
  const nameOf = useRecordNames(flowId);
  const hidden = recordsOmitted + Math.max(0, records.length - SHOWN_RECORDS);
  return (
    <>
      <ul className="stack tight">
        {records.slice(0, SHOWN_RECORDS).map((record) => (
          <RecordDiff
            key={`${record.type} ${record.key}`}
            flowId={flowId}
            name={record.label ?? nameOf(record.key)}
            record={record}
          />
        ))}
      </ul>
      {hidden > 0 && <p className="hint">… and {showPlural(hidden, "more record", "more records")}.</p>}
    </>
  );
};

/** `61 changed, 2 added`: counts of the whole change. Only its first records are shown. */
const countsOf = ({ changed, added, removed }: Change): string =>
  [
    changed > 0 && `${showCount(changed)} changed`,
    added > 0 && `${showCount(added)} added`,
    removed > 0 && `${showCount(removed)} removed`,
  ]
    .filter(Boolean)
    .join(", ");

export const FlowChanges = ({ flow }: { readonly flow: Flow }) => {
  const [showsNoise, setShowsNoise] = useState(false);
  const list = usePagedList(
    ["flows", flow.id, "changes", showsNoise],
    (client, page) =>
      client.listFlowChanges(flow.id, { ...page, ...(showsNoise && { noise: "true" as const }) }),
    { pageSize: 10 },
  );
  if (list.error !== null) return <Problem error={list.error} retry={list.retry} />;
  if (list.rows === undefined) return <Loading />;
  return (
    <>
      <Check label="Show noise" isOn={showsNoise} onToggle={setShowsNoise} />
      {list.rows.length === 0 && (
        <Card isFlush>
          <Empty title="No changes yet">
            When a run finds something different from the last one, it appears here.
          </Empty>
        </Card>
      )}
      {list.rows.map((change) => (
        <Card
          key={change.id}
          title={change.title || change.message || "Noise only"}
          actions={
            <>
              {change.severity !== null && <Badge of={change.severity} />}
              <Link href={`/runs/${change.runId}`}>Run</Link>
              <Time at={change.createdAt} />
            </>
          }
        >
          {change.title === undefined || change.title === "" || countsOf(change).includes(",") ? (
            <p className="muted">{countsOf(change)}</p>
          ) : null}
          <ChangeDiff change={change} />
          <ProposedNoise flow={flow} fields={change.proposedNoise ?? []} />
          <Noise flow={flow} noise={change.noise} onShow={() => setShowsNoise(true)} />
        </Card>
      ))}
      <Pager list={list} />
    </>
  );
};
