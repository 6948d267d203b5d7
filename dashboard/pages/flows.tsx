import { useState } from "react";
import { Link } from "wouter";
import type { FlowSummary } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { usePagedList } from "../api/queries.ts";
import { BulkActions } from "../flows/bulkActions.tsx";
import { LAST_ITEMS, LAST_RUN, SUCCESS } from "../flows/flowColumns.tsx";
import { Badge, ButtonLink, Card, Empty, Time } from "../ui/basics.tsx";
import { FilterField } from "../ui/filterField.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { showCount, showName } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { type Column, PagedTable } from "../ui/table.tsx";
import { ANY, useFilters } from "../ui/useFilters.ts";
import { useSearchText } from "../ui/useSearchText.ts";

const SORTS = [
  ["createdAt", "Newest"],
  ["name", "Name"],
  ["lastRunAt", "Last run"],
  ["successRate", "Success"],
] as const;

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, isOn: boolean) => void;
  readonly onTag: (tag: string) => void;
}

const columnsOf = ({ selected, onSelect, onTag }: Selection): readonly Column<FlowSummary>[] => [
  {
    title: "Select",
    isControl: true,
    cell: ({ id, name }) => (
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selected.has(id)}
        onChange={(event) => onSelect(id, event.target.checked)}
      />
    ),
  },
  {
    title: "Name",
    isName: true,
    cell: ({ id, name, tags }) => (
      <span className="row">
        <Link href={`/flows/${id}`} className="truncate">
          {name}
        </Link>
        {tags.map((tag) => (
          <button
            key={tag}
            type="button"
            className="chip"
            aria-label={`Only flows tagged ${tag}`}
            onClick={() => onTag(tag)}
          >
            {tag}
          </button>
        ))}
      </span>
    ),
  },
  {
    title: "Status",
    cell: ({ status, needsAttention }) => (
      <>
        <Badge of={status} />
        {needsAttention && status !== "error" && <Badge of="warning" />}
      </>
    ),
  },
  { title: "Mode", isExtra: true, cell: ({ mode }) => showName(mode) },
  LAST_RUN,
  LAST_ITEMS,
  { title: "Next run", isExtra: true, cell: ({ nextRunAt }) => <Time at={nextRunAt} /> },
  SUCCESS,
  { title: "Runs", isNumber: true, isExtra: true, cell: ({ totalRuns }) => showCount(totalRuns) },
  {
    title: "URL",
    isExtra: true,
    cell: ({ url }) => <span className="truncate muted">{url.replace(/^https?:\/\//, "")}</span>,
  },
];

const NoFlows = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No matching flows">Try different filters.</Empty>
  ) : (
    <Empty title="No flows yet">
      <p>A flow defines what to collect, from where, and how often.</p>
      <ButtonLink needs="flows:write" to="/flows/new" look="primary">
        Create your first flow
      </ButtonLink>
    </Empty>
  );

export default function Flows() {
  const filters = useFilters();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { typed: words, settled: q, onTyped } = useSearchText();
  const narrowed = {
    ...filters.query({
      status: CHOICES.FlowStatus,
      mode: CHOICES.FlowMode,
      needsAttention: ["true"],
      tag: ANY,
    }),
    ...(q !== "" && { q }),
  };
  const { tag } = narrowed;
  const { sort } = filters.query({ sort: CHOICES.FlowSort });
  const query = { ...narrowed, ...(sort && { sort }) };
  const list = usePagedList(["flows", "list", query], (client, page) =>
    client.listFlows({ ...query, ...page }),
  );
  return (
    <Page
      title="Flows"
      lead="What to collect, and when."
      actions={
        <ButtonLink needs="flows:write" to="/flows/new" look="primary">
          New flow
        </ButtonLink>
      }
    >
      <div className="filters">
        <FilterField label="Status" name="status" filters={filters} options={CHOICES.FlowStatus} />
        <FilterField label="Mode" name="mode" filters={filters} options={CHOICES.FlowMode} />
        <FilterField
          label="Show"
          name="needsAttention"
          filters={filters}
          options={[["true", "Needs attention"]]}
        />
        <SelectField
          label="Sort by"
          value={sort ?? "createdAt"}
          onValue={(value) => filters.write("sort", value === "createdAt" ? "" : value)}
          options={SORTS}
        />
        {tag !== undefined && (
          <button
            type="button"
            className="chip"
            aria-label={`Remove the tag ${tag}`}
            onClick={() => filters.write("tag", "")}
          >
            {tag} <span aria-hidden="true">×</span>
          </button>
        )}
        <TextField label="Search" type="search" placeholder="Name or URL" value={words} onValue={onTyped} />
      </div>
      <Card isFlush>
        {selected.size > 0 && <BulkActions ids={[...selected]} onDone={() => setSelected(new Set())} />}
        <PagedTable
          caption="Flows"
          columns={columnsOf({
            selected,
            onSelect: (id, isOn) =>
              setSelected(new Set(isOn ? [...selected, id] : [...selected].filter((other) => other !== id))),
            onTag: (chosen) => filters.write("tag", chosen),
          })}
          list={list}
          keyOf={({ id }) => id}
          empty={<NoFlows isFiltered={Object.keys(narrowed).length > 0} />}
        />
      </Card>
    </Page>
  );
}
