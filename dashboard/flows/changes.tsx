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

/** Shows a price of whole dollars with cents if the other one has them, and booleans as words. */
const showOne = (value: unknown, other: unknown): string => {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const hasCents = [value, other].some((each) => typeof each === "number" && !Number.isInteger(each));
  return typeof value === "number" && hasCents ? showAmount(value, null) : showValue(value);
};

const FieldDiff = ({
  name,
  from,
  to,
}: {
  readonly name: string;
  readonly from: unknown;
  readonly to: unknown;
}) => (
  <div>
    <span className="muted">{showName(name)}: </span>
    {from !== null && from !== undefined && <del>{showOne(from, to)}</del>}
    {from !== null && from !== undefined && to !== null && to !== undefined && " → "}
    {to !== null && to !== undefined && <ins>{showOne(to, from)}</ins>}
  </div>
);

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
      {Object.entries(record.fields).map(([name, { previous, current }]) => (
        <FieldDiff key={name} name={name} from={previous} to={current} />
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
          <p className="muted">{countsOf(change)}</p>
          <ChangeDiff change={change} />
        </Card>
      ))}
      <Pager list={list} />
    </>
  );
};
