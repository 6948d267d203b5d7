/** Request headers, as typed. */

/** A header as typed. */
export interface HeaderDraft {
  readonly name: string;
  readonly value: string;
}

/** Headers for editing; hidden values are `…`. */
export const draftHeaders = (headers: Readonly<Record<string, string>> = {}): readonly HeaderDraft[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Headers to send. */
export const readHeaders = (headers: readonly HeaderDraft[]): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value.trim()]));
