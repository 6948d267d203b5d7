/** Headers of requests, as they are typed. */

/** A header as it is typed. */
export interface HeaderDraft {
  readonly name: string;
  readonly value: string;
}

/** Headers as they are edited; hidden values are `…`. */
export const draftHeaders = (headers: Readonly<Record<string, string>> = {}): readonly HeaderDraft[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Headers as they are sent. */
export const readHeaders = (headers: readonly HeaderDraft[]): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value.trim()]));
