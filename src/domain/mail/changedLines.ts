/** The changed lines of a text, for a mail about its change. */
import type { RecordChange } from "../../contract/runs/changes.ts";
import type { Deps } from "../ports.ts";
import type { DiffPart } from "./layout.ts";

/** As many lines as a mail shows; the change in the dashboard has all. */
const MAX_LINES = 12;
const MAX_PARTS = 60;
const MAX_CHARS = 300;

/** The start of a part, or the end of an unchanged one: the text next to a change. */
const shorten = ({ type, text }: DiffPart): DiffPart => {
  if (text.length <= MAX_CHARS) return { type, text };
  const cut = type === "same" ? `…${text.slice(-MAX_CHARS)}` : `${text.slice(0, MAX_CHARS)}…`;
  return { type, text: cut.toWellFormed() };
};

/** Whether a part is more than the space around words that changed. */
const says = ({ type, text }: DiffPart): boolean => type !== "same" && text.trim() !== "";

/** The first changed lines in a change of a monitor; undefined if no long text changed. */
export const changedLinesOf = async (
  { store }: Deps,
  accountId: string,
  changeId: string | undefined,
): Promise<DiffPart[][] | undefined> => {
  const change = changeId === undefined ? null : await store.changes.get(accountId, changeId);
  if (!change) return undefined;
  const diffs = (JSON.parse(change.recordsText) as RecordChange[]).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ diff }) => diff ?? []),
  );
  const lines = diffs
    .flatMap(({ hunks }) => hunks.flatMap(({ lines: all }) => all))
    .filter(({ type, parts, noise }) => type !== "same" && noise === undefined && parts.some(says))
    .slice(0, MAX_LINES)
    .map(({ parts }) => parts.slice(0, MAX_PARTS).map(shorten));
  return lines.length === 0 ? undefined : lines;
};
