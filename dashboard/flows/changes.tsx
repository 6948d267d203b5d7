import { Link } from "wouter";
import type { Client } from "../../client/index.ts";
import { usePagedList } from "../api/queries.ts";
import { Badge, Card, Empty, Loading, Time } from "../ui/basics.tsx";
import { showAmount, showCount, showName, showPlural, showValue } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { Pager } from "../ui/table.tsx";
import { useRecordNames } from "./recordNames.ts";

export type Change = Awaited<ReturnType<Client["listFlowChanges"]>>["data"][number];
type RecordChange = Change["records"][number];

const SHOWN_RECORDS = 20;

type FieldChange = RecordChange["fields"][string];

/** Shows a price in its currency, with cents if the other one has them, and booleans as words. */
const showOne = (value: unknown, { previous, current, currency }: FieldChange): string => {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const hasCents = [previous, current].some((each) => typeof each === "number" && !Number.isInteger(each));
  const isMoney = typeof value === "number" && (hasCents || currency !== undefined);
  return isMoney ? showAmount(value, currency ?? null) : showValue(value);
};

const isThere = (value: unknown): boolean => value !== null && value !== undefined;

const FieldDiff = ({ name, change }: { readonly name: string; readonly change: FieldChange }) => {
  const { previous, current } = change;
  return (
    <div>
      <span className="muted">{showName(name)}: </span>
      {isThere(previous) && <del>{showOne(previous, change)}</del>}
      {isThere(previous) && isThere(current) && " → "}
      {isThere(current) && <ins>{showOne(current, change)}</ins>}
    </div>
  );
};

interface RecordDiffProps {
  readonly flowId: string;
  readonly name: string;
  readonly record: RecordChange;
}

const RecordDiff = ({ flowId, name, record }: RecordDiffProps) => (
  <li className="diff-record">
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

export const FlowChanges = ({ flowId }: { readonly flowId: string }) => {
  const list = usePagedList(
    ["flows", flowId, "changes"],
    (client, page) => client.listFlowChanges(flowId, page),
    { pageSize: 10 },
  );
  if (list.error !== null) return <Problem error={list.error} retry={list.retry} />;
  if (list.rows === undefined) return <Loading />;
  if (list.rows.length === 0)
    return (
      <Card isFlush>
        <Empty title="No changes yet">
          When a run finds something different from the last one, it appears here.
        </Empty>
      </Card>
    );
  return (
    <>
      {list.rows.map((change) => (
        <Card
          key={change.id}
          title={change.title ?? change.message}
          actions={
            <>
              {change.severity !== null && <Badge of={change.severity} />}
              <Link href={`/runs/${change.runId}`}>Run</Link>
              <Time at={change.createdAt} />
            </>
          }
        >
          {change.title === undefined || countsOf(change).includes(",") ? (
            <p className="muted">{countsOf(change)}</p>
          ) : null}
          <ChangeDiff change={change} />
        </Card>
      ))}
      <Pager list={list} />
    </>
  );
};
