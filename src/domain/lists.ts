import type { Page } from "../contract/common.ts";
import type { ListPage } from "../store/collection.ts";
import type { Caller, WithCursors } from "./ports.ts";

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
