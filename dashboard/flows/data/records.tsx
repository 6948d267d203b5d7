import { useState } from "react";
import { Link } from "wouter";
import { usePagedList } from "../../api/queries.ts";
import { Card, Empty } from "../../ui/basics.tsx";
import { TextField } from "../../ui/form.tsx";
import { type Currencies, columnsOf, type Schema } from "../../ui/items.tsx";
import { type Column, PagedTable } from "../../ui/table.tsx";
import { nameOfItem, withoutName } from "./recordNames.ts";

interface DataRecord {
  readonly key: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly currencies?: Currencies | undefined;
}

/** A monitor's records, now or at an earlier time. */
interface FlowRecordsProps {
  readonly flowId: string;
  readonly schema: Schema;
}

export const FlowRecords = ({ flowId, schema }: FlowRecordsProps) => {
  const [when, setWhen] = useState("");
  const at = when === "" ? undefined : new Date(when).toISOString();
  const list = usePagedList(["flows", flowId, "records", at ?? "now"], (client, page) =>
    client.listFlowRecords(flowId, { ...page, ...(at && { at }) }),
  );
  const nameColumn: Column<DataRecord> = {
    title: "Record",
    isName: true,
    sortBy: ({ key, record }) => nameOfItem(record) ?? key,
    cell: ({ key, record }) => (
      <Link href={`/flows/${flowId}/records/${encodeURIComponent(key)}`} className="truncate">
        {nameOfItem(record) ?? key}
      </Link>
    ),
  };
  return (
    <>
      <div className="filters">
        <TextField
          label="As of"
          type="datetime-local"
          value={when}
          onValue={setWhen}
          hint="Leave empty for the latest data."
        />
      </div>
      <Card isFlush>
        <PagedTable<DataRecord>
          caption="Records"
          hasTools
          list={list}
          columns={[
            nameColumn,
            ...columnsOf<DataRecord>(
              list.rows ?? [],
              ({ record }) => withoutName(record),
              schema,
              list.rows?.[0]?.currencies,
            ),
          ]}
          keyOf={({ key }) => key}
          empty={<Empty title="No records">No successful run before that time.</Empty>}
        />
      </Card>
    </>
  );
};
