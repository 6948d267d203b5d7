import { type LogEntry, MAX_LOG_ENTRIES } from "../../../contract/runs/runs.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { Mask } from "../../shared/mask.ts";
import { sharesOf } from "../../shared/shares.ts";

const MAX_MESSAGE_CHARS = 2000;
/** Longest log of a run, in bytes: it is returned whole, and a response is limited to 6 MB. */
const MAX_LOG_BYTES = 2_000_000;

/** The entries that still fit the run's log, shortened, and how many did not. */
const shorten = (entries: readonly LogEntry[], run: RunRecord) => {
  const shares = sharesOf(run);
  const room = Math.max(0, Math.floor(MAX_LOG_ENTRIES / shares) - run.logCount);
  const maxBytes = MAX_LOG_BYTES / shares;
  const kept: LogEntry[] = [];
  let bytes = run.logBytes;
  for (const entry of entries.slice(0, room)) {
    const short = { ...entry, message: entry.message.slice(0, MAX_MESSAGE_CHARS) };
    bytes += Buffer.byteLength(JSON.stringify(short));
    if (bytes > maxBytes) break;
    kept.push(short);
  }
  return { kept, bytes: Math.min(bytes, maxBytes), dropped: entries.length - kept.length };
};

/** The entries of a run's log that are not yet committed. */
export const createRunLog = (now: () => number, mask: Mask) => {
  let entries: LogEntry[] = [];
  return {
    write(level: LogEntry["level"], message: string): void {
      entries.push({ timestamp: new Date(now()).toISOString(), level, message: mask.text(message) });
    },

    add(more: readonly LogEntry[]): void {
      entries = entries.concat(mask.value(more));
    },

    /** Entries that still fit. @param run as last committed */
    fitting: (run: RunRecord) => shorten(entries, run),

    clear(): void {
      entries = [];
    },
  };
};
