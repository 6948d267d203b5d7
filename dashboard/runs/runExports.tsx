/** Exports of a run in parts: how far each is, and links to its files. */
import { useState } from "react";
import { type Export, type ExportPart, isExportOver } from "../../client/index.ts";
import { useAction, usePagedList, useRecord } from "../api/queries.ts";
import { Badge, Button, Card, Empty, Time } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { showCount, showPlural } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";

const MEGABYTE = 1_000_000;
const POLL_MS = 1_000;
/** Before the links expire, 15 minutes after they were asked for. */
const NEW_LINKS_MS = 10 * 60_000;

export const exportsKey = (runId: string): readonly string[] => ["runs", runId, "exports"];

const showSize = (bytes: number): string =>
  bytes < MEGABYTE
    ? `${showCount(Math.ceil(bytes / 1_000))} kB`
    : `${showCount(Math.round(bytes / MEGABYTE))} MB`;

const PARTS: readonly Column<ExportPart>[] = [
  {
    title: "File",
    isName: true,
    cell: ({ path, url }) => (
      <a href={url} rel="noreferrer noopener" download>
        {path}
      </a>
    ),
  },
  { title: "Items", isNumber: true, cell: ({ items }) => showCount(items) },
  { title: "Size", isNumber: true, cell: ({ bytes }) => showSize(bytes) },
];

interface FilesProps {
  readonly record: Export;
  readonly onClose: () => void;
}

const Files = ({ record: { id, runId, expiresAt }, onClose }: FilesProps) => {
  const key = [...exportsKey(runId), id];
  const list = usePagedList([...key, "parts"], (client, page) => client.listExportParts(runId, id, page), {
    pageSize: 20,
    refetchMs: () => NEW_LINKS_MS,
  });
  const { data } = useRecord(key, (client) => client.getExport(runId, id), { refetchMs: () => NEW_LINKS_MS });
  return (
    <Dialog title="Files of the export" onClose={onClose}>
      <p className="hint">
        {data?.manifestUrl !== undefined && (
          <>
            The{" "}
            <a href={data.manifestUrl} rel="noreferrer noopener" download>
              manifest
            </a>{" "}
            lists them with sizes and SHA-256.{" "}
          </>
        )}
        They are deleted <Time at={expiresAt} />, or with the run.
      </p>
      <PagedTable
        caption="Files"
        columns={PARTS}
        list={list}
        keyOf={({ path }) => path}
        empty={<Empty title="No files">The run has no items.</Empty>}
      />
    </Dialog>
  );
};

const resultOf = ({ status, itemCount, totalItems, bytes, partCount, error }: Export): string => {
  if (error !== null) return error.message;
  if (status === "cancelled") return `Cancelled after ${showPlural(itemCount, "item")}`;
  if (status === "completed") return `${showSize(bytes)} in ${showPlural(partCount, "file")}`;
  return `${showCount(itemCount)} of ${showPlural(totalItems, "item")}`;
};

const Cancel = ({ record: { id, runId } }: { readonly record: Export }) => {
  const cancelling = useAction((client) => client.cancelExport(runId, id), {
    done: "Export cancelled.",
    tone: "plain",
    changes: [exportsKey(runId)],
  });
  return (
    <Button isSmall does={cancelling}>
      Cancel
    </Button>
  );
};

export const RunExports = ({ runId }: { readonly runId: string }) => {
  const [shown, setShown] = useState<Export | null>(null);
  const list = usePagedList(exportsKey(runId), (client, page) => client.listExports(runId, page), {
    pageSize: 10,
    refetchMs: (rows) => rows?.every(isExportOver) === false && POLL_MS,
  });
  const columns: readonly Column<Export>[] = [
    { title: "Format", isName: true, cell: ({ format }) => format.toUpperCase() },
    { title: "Status", cell: ({ status }) => <Badge of={status} /> },
    { title: "Result", cell: resultOf },
    { title: "When", isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: "Files",
      cell: (record) =>
        isExportOver(record) ? (
          (record.status === "completed" || record.partCount > 0) && (
            <Button isSmall onClick={() => setShown(record)}>
              Show files
            </Button>
          )
        ) : (
          <Cancel record={record} />
        ),
    },
  ];
  if (list.total === 0) return null;
  return (
    <Card title="Exports" isFlush>
      <PagedTable
        caption="Exports"
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        empty={<Empty title="No exports yet" />}
      />
      {shown !== null && <Files record={shown} onClose={() => setShown(null)} />}
    </Card>
  );
};
