import type { ReactNode } from "react";
import type { PagedList } from "../api/queries.ts";
import { Button, Loading, SCROLLED_BY_KEYBOARD } from "./basics.tsx";
import { showCount } from "./format.ts";
import { Problem } from "./problem.tsx";

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  readonly isNumber?: boolean;
  /** Left out where the screen is narrow. */
  readonly isExtra?: boolean;
  /** Names the row. */
  readonly isName?: boolean;
}

interface TableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T, index: number) => string;
}

const classOf = <T,>({ isNumber, isExtra }: Column<T>): string | undefined =>
  [isNumber && "number", isExtra && "wide-only"].filter(Boolean).join(" ") || undefined;

export const Table = <T,>({ caption, columns, rows, keyOf }: TableProps<T>) => (
  // Wide tables scroll by themselves, with the keyboard too.
  <section className="table-wrap" aria-label={caption} tabIndex={SCROLLED_BY_KEYBOARD}>
    <table>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" className={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map((column) =>
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
);

export const Pager = <T,>({ list }: { readonly list: PagedList<T> }) => {
  const { rows = [], first, total, next, previous } = list;
  if (rows.length === 0 || (next === undefined && previous === undefined && total <= rows.length))
    return null;
  const last = first + rows.length - 1;
  return (
    <nav className="pager" aria-label="Pages">
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

interface PagedTableProps<T> extends Omit<TableProps<T>, "rows"> {
  readonly list: PagedList<T>;
  /** Shown where there is nothing. */
  readonly empty: ReactNode;
}

/** A page of a list in each of its states. */
export const PagedTable = <T,>({ list, empty, ...table }: PagedTableProps<T>) => {
  const { rows, error, retry } = list;
  if (error !== null) return <Problem error={error} retry={retry} />;
  if (rows === undefined) return <Loading />;
  if (rows.length === 0) return empty;
  return (
    <>
      <Table {...table} rows={rows} />
      <Pager list={list} />
    </>
  );
};
