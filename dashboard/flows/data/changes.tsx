import { useState } from "react";
import { Link } from "wouter";
import type { Client, Flow } from "../../../client/index.ts";
import { usePagedList } from "../../api/queries.ts";
import { Badge, Button, Card, Empty, Loading, Time } from "../../ui/basics.tsx";
import { Check } from "../../ui/form.tsx";
import { showCount } from "../../ui/format.ts";
import { Problem } from "../../ui/problem.tsx";
import { saveText } from "../../ui/saveText.ts";
import { Pager } from "../../ui/table.tsx";
import { csvOf, sizeOf } from "./changeSize.ts";
import { FieldDiff } from "./fieldDiff.tsx";
import { Noise, ProposedNoise } from "./noise.tsx";
import { useRecordNames } from "./recordNames.ts";

export type Change = Awaited<ReturnType<Client["listFlowChanges"]>>["data"][number];
type RecordChange = Change["records"][number];

const SHOWN_RECORDS = 20;
/** With this many records or more, they can be searched and sorted. */
const MANY_RECORDS = 5;

type Order = "found" | "size";

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
  const { flowId, runId, records, recordsOmitted } = change;
  const keyName = useRecordNames(flowId);
  const nameOf = (record: RecordChange): string => record.label ?? keyName(record.key);
  const [text, setText] = useState("");
  const [order, setOrder] = useState<Order>("found");
  const [showsAll, setShowsAll] = useState(false);
  const words = text.trim().toLowerCase();
  const matching = records.filter((record) =>
    `${nameOf(record)} ${record.type}`.toLowerCase().includes(words),
  );
  const sorted =
    order === "size" ? matching.toSorted((left, right) => sizeOf(right) - sizeOf(left)) : matching;
  const shown = showsAll ? sorted : sorted.slice(0, SHOWN_RECORDS);
  return (
    <>
      {records.length >= MANY_RECORDS && (
        <div className="change-tools">
          <input
            type="search"
            aria-label="Search records"
            placeholder="Search"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <select
            aria-label="Order"
            value={order}
            onChange={(event) => setOrder(event.target.value as Order)}
          >
            <option value="found">As found</option>
            <option value="size">Largest change first</option>
          </select>
          <Button
            isSmall
            onClick={() => saveText(csvOf(sorted, nameOf), `changes-${change.id}.csv`, "text/csv")}
          >
            Export CSV
          </Button>
        </div>
      )}
      <ul className="stack tight">
        {shown.map((record) => (
          <RecordDiff
            key={`${record.type} ${record.key}`}
            flowId={flowId}
            name={nameOf(record)}
            record={record}
          />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <div>
          <Button isSmall onClick={() => setShowsAll(true)}>
            {`… and ${showCount(sorted.length - shown.length)} more`}
          </Button>
        </div>
      )}
      {recordsOmitted > 0 && (
        <p className="hint">
          <Link href={`/runs/${runId}`}>… and {showCount(recordsOmitted)} more</Link> in the items of the run.
        </p>
      )}
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
      <Pager list={list} of="changes" />
    </>
  );
};
