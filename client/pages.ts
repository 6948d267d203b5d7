/** One page of a list. */
export interface Page<T> {
  readonly data: T[];
  /** Exact count of all records that match the filters. */
  readonly total: number;
  /** Cursor of the next page; absent on the last one. */
  readonly nextCursor?: string;
}

/** A requested list: await it for its first page, or iterate over the records of all pages. */
export interface PageRequest<T> extends Promise<Page<T>>, AsyncIterable<T> {}

/** Requests the first page now, and the others when they are needed. */
export const requestPages = <T>(readPage: (cursor?: string) => Promise<Page<T>>): PageRequest<T> => {
  const first = readPage();
  const iterate = async function* (): AsyncGenerator<T> {
    let page = await first;
    for (;;) {
      yield* page.data;
      if (page.nextCursor === undefined) return;
      page = await readPage(page.nextCursor);
    }
  };
  return Object.assign(first, { [Symbol.asyncIterator]: iterate });
};
