import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import type { PagedList } from "../api/queries.ts";
import { Button, Empty, Loading, SCROLLED_BY_KEYBOARD } from "./basics.tsx";
import { showCount, showPlural } from "./format.ts";
import { Menu, MenuCheck } from "./menu.tsx";
import { Problem } from "./problem.tsx";

type Sortable = string | number | null;

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  readonly isNumber?: boolean;
  /** Hidden on narrow screens. */
  readonly isExtra?: boolean;
  /** Hidden on phones. */
  readonly isMinor?: boolean;
  /** Its cells are controls that say what they do: the title is only read aloud. */
  readonly isControl?: boolean;
  /** Names the row. */
  readonly isName?: boolean;
  /** The value for sorting and searching. Without it, the column has neither. */
  readonly sortBy?: (row: T) => Sortable;
  /** The name by which the service sorts the column. */
  readonly field?: string;
}

/** Searching and sorting by the service, over all rows of a list. */
export interface Remote {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** A field's name, with a `-` in front for descending order; null: the list's own order. */
  readonly sort: string | null;
  readonly onSort: (sort: string | null) => void;
  /** Whether rows may be left out: a list without rows then has no matches. */
  readonly isNarrowed: boolean;
  /** Further tools, such as filters. */
  readonly tools?: ReactNode;
}

interface TableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T, index: number) => string;
  /** Whether rows can be searched and columns hidden. */
  readonly hasTools?: boolean;
  /** The part of a longer list that is shown, such as `these 50 of 1,000`. */
  readonly scope?: string | undefined;
  /** Absent: the shown rows are searched and sorted here. */
  readonly remote?: Remote | undefined;
}

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
  filterFns: { includesString: filterFn_includesString },
});

/** A row with its position in the list, which identifies it. */
interface Placed<T> {
  readonly row: T;
  readonly index: number;
}

const useRows = <T,>({ columns, rows, keyOf }: TableProps<T>) => {
  const data = useMemo(() => rows.map((row, index) => ({ row, index })), [rows]);
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.title,
        accessorFn: ({ row }: Placed<T>) => column.sortBy?.(row) ?? undefined,
        enableSorting: column.sortBy !== undefined,
        sortFn: column.isNumber === true ? ("basic" as const) : ("alphanumeric" as const),
        sortUndefined: "last" as const,
        sortDescFirst: false,
      })),
    [columns],
  );
  return useTable({
    features,
    data,
    columns: defs,
    getRowId: ({ row, index }: Placed<T>) => keyOf(row, index),
    globalFilterFn: "includesString",
    getColumnCanGlobalFilter: () => true,
  });
};

const classOf = <T,>({ isNumber, isExtra, isMinor }: Column<T>): string | undefined =>
  [isNumber && "number", isExtra && "wide-only", isMinor && "not-on-phones"].filter(Boolean).join(" ") ||
  undefined;

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;
const ARROWS = { asc: "↑", desc: "↓" } as const;

/** Ascending, then descending, then the list's own order. */
const nextSort = (field: string, sort: string | null): string | null =>
  sort === field ? `-${field}` : sort === `-${field}` ? null : field;

const remoteOrder = (field: string | undefined, sort: string | null): "asc" | "desc" | undefined =>
  field === undefined || sort === null
    ? undefined
    : sort === field
      ? "asc"
      : sort === `-${field}`
        ? "desc"
        : undefined;

/** A table. Columns with values can be sorted. */
export const Table = <T,>(props: TableProps<T>) => {
  const { caption, columns, hasTools = false, scope, remote } = props;
  const table = useRows(props);
  const shown = columns.filter(({ title }) => table.getColumn(title)?.getIsVisible() ?? true);
  const { rows } = table.getRowModel();
  const text = remote?.text ?? String(table.state.globalFilter ?? "");
  const order = ({ title, field }: Column<T>) =>
    remote ? remoteOrder(field, remote.sort) : table.getColumn(title)?.getIsSorted() || undefined;
  const canSort = ({ field, sortBy }: Column<T>): boolean => (remote ? field : sortBy) !== undefined;
  const sortBy = ({ title, field }: Column<T>): void =>
    remote ? remote.onSort(nextSort(field ?? "", remote.sort)) : table.getColumn(title)?.toggleSorting();
  return (
    <>
      {hasTools && (
        <div className="table-tools">
          <input
            type="search"
            aria-label={`Search ${caption.toLowerCase()}`}
            placeholder="Search"
            value={text}
            onChange={({ target: { value } }) =>
              remote ? remote.onText(value) : table.setGlobalFilter(value)
            }
          />
          {remote?.tools}
          {scope !== undefined && <span className="muted">Searches and sorts {scope}</span>}
          <Menu label="Columns">
            {columns.map(({ title }) => {
              const column = table.getColumn(title);
              return (
                <MenuCheck
                  key={title}
                  isOn={column?.getIsVisible() ?? true}
                  onToggle={(isOn) => column?.toggleVisibility(isOn)}
                >
                  {title}
                </MenuCheck>
              );
            })}
          </Menu>
        </div>
      )}
      {/* Wide tables scroll by themselves, with the keyboard too. */}
      <section className="table-wrap" aria-label={caption} tabIndex={SCROLLED_BY_KEYBOARD}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {shown.map((column) => {
                const sorted = order(column);
                return (
                  <th
                    key={column.title}
                    scope="col"
                    className={classOf(column)}
                    aria-sort={sorted && ARIA_SORT[sorted]}
                  >
                    {canSort(column) ? (
                      <button type="button" className="sort" onClick={() => sortBy(column)}>
                        {column.title} <span aria-hidden="true">{sorted ? ARROWS[sorted] : ""}</span>
                      </button>
                    ) : (
                      <span className={column.isControl ? "visually-hidden" : undefined}>{column.title}</span>
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, original: { row } }) => (
              <tr key={id}>
                {shown.map((column) =>
                  column.isName ? (
                    <th key={column.title} scope="row" className={classOf(column)}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.title} className={classOf(column)}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length === 0 && (remote?.isNarrowed || text !== "") && (
        <Empty title="No matches">Try other words.</Empty>
      )}
    </>
  );
};

interface PagerProps<T> {
  readonly list: PagedList<T>;
  /** What is listed: a page may have several lists. */
  readonly of: string;
}

export const Pager = <T,>({ list, of }: PagerProps<T>) => {
  const { rows = [], first, total, next, previous } = list;
  if (rows.length === 0 || (next === undefined && previous === undefined && total <= rows.length))
    return null;
  const last = first + rows.length - 1;
  return (
    <nav className="pager" aria-label={`Pages of ${of}`}>
      <span>
        {showCount(first)}–{showCount(last)} of {showCount(Math.max(total, last))}
      </span>
      <span className="actions">
        <Button isSmall disabled={previous === undefined} onClick={previous}>
          Previous
        </Button>
        <Button isSmall disabled={next === undefined} onClick={next}>
          Next
        </Button>
      </span>
    </nav>
  );
};

interface PagedTableProps<T> extends Omit<TableProps<T>, "rows" | "scope"> {
  readonly list: PagedList<T>;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
}

/** A page of a list: loading, failed, empty or with rows. */
export const PagedTable = <T,>({ list, empty, ...table }: PagedTableProps<T>) => {
  const { rows, error, retry, total } = list;
  if (error !== null) return <Problem error={error} retry={retry} />;
  if (rows === undefined) return <Loading />;
  if (rows.length === 0 && !table.remote?.isNarrowed) return empty;
  const isPart = table.remote === undefined && total > rows.length;
  return (
    <>
      <Table {...table} rows={rows} scope={isPart ? `these ${showPlural(rows.length, "row")}` : undefined} />
      <Pager list={list} of={table.caption} />
    </>
  );
};
