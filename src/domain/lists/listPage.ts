import type { Page, Range } from "../../contract/common.ts";
import { firstIdAt, type IdKind } from "../../contract/ids.ts";
import type { ListPage, Within } from "../../store/collection.ts";
import type { Caller, WithCursors } from "../ports.ts";

interface ListRequest<T, R> {
  readonly operation: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly page: { readonly limit: number; readonly cursor?: string | undefined };
  readonly read: (page: { limit: number; afterId?: string | undefined }) => Promise<ListPage<T>>;
  readonly show: (record: T) => R;
}

/** One page of a list: the cursor in, the records shown, the next cursor out. */
export const listPage = async <T, R>(
  { cursors }: WithCursors,
  { accountId }: Pick<Caller, "accountId">,
  { operation, filters, page, read, show }: ListRequest<T, R>,
): Promise<Page<R>> => {
  const scope = { accountId, operation, filters };
  const afterId = page.cursor === undefined ? undefined : await cursors.read(scope, page.cursor);
  const { records, total, lastId } = await read({ limit: page.limit, afterId });
  return {
    items: records.map(show),
    total,
    ...(lastId !== undefined && { nextCursor: await cursors.issue(scope, lastId) }),
  };
};

/** An id may be created slightly before or after the time in its record. */
const ID_SLACK_MS = 1_000;

/** Selects records by time, first by id and then to the millisecond, and by a test. */
export const withinRange = <T>(
  kind: IdKind,
  { from, to }: Range,
  timeOf: (record: T) => string,
  matches: (record: T) => boolean,
): Within<T> => {
  const [fromMs, toMs] = [from, to].map((time) => (time === undefined ? undefined : Date.parse(time)));
  return {
    ...(fromMs !== undefined && { fromId: firstIdAt(kind, fromMs - ID_SLACK_MS) }),
    ...(toMs !== undefined && { belowId: firstIdAt(kind, toMs + ID_SLACK_MS) }),
    matches: (record) => {
      const ms = Date.parse(timeOf(record));
      return (fromMs === undefined || ms >= fromMs) && (toMs === undefined || ms < toMs) && matches(record);
    },
  };
};
