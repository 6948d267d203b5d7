import { useEffect, useRef, useState } from "react";
import type { LogEntry } from "../../client/index.ts";
import { SCROLLED_BY_KEYBOARD } from "../ui/basics.tsx";
import { showClock, showCount, showSteps } from "../ui/format.ts";

/** Within this distance, the reader counts as being at the end. */
const NEAR_PX = 40;

const LEVELS = ["debug", "info", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];

const CHOICES = [
  ["debug", "All levels"],
  ["info", "Info and above"],
  ["warn", "Warnings and errors"],
  ["error", "Errors"],
] as const satisfies readonly (readonly [Level, string])[];

const isAtLeast = (level: Level, least: Level): boolean => LEVELS.indexOf(level) >= LEVELS.indexOf(least);

/** A run's log. If the reader is at the end, it scrolls along with new lines. */
export const RunLog = ({
  logs,
  isLive,
}: {
  readonly logs: readonly LogEntry[];
  readonly isLive: boolean;
}) => {
  const list = useRef<HTMLUListElement>(null);
  const isAtEnd = useRef(true);
  const [least, setLeast] = useState<Level>("debug");
  const shown = logs.filter(({ level }) => isAtLeast(level, least));
  const count = shown.length;
  useEffect(() => {
    const element = list.current;
    if (element !== null && count > 0 && isLive && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [count, isLive]);
  if (logs.length === 0) return <p className="empty">No log entries yet.</p>;
  return (
    <>
      <div className="table-tools">
        <select
          aria-label="Log level"
          value={least}
          onChange={(event) => setLeast(event.target.value as Level)}
        >
          {CHOICES.map(([level, title]) => (
            <option key={level} value={level}>
              {title} ({showCount(logs.filter((entry) => isAtLeast(entry.level, level)).length)})
            </option>
          ))}
        </select>
      </div>
      <ul
        className="log"
        ref={list}
        aria-label="Log"
        tabIndex={SCROLLED_BY_KEYBOARD}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
        }}
      >
        {shown.map(({ timestamp, level, message }, index) => (
          <li key={String(index)} className={level}>
            <time dateTime={timestamp}>{showClock(timestamp)}</time>
            <span>{level}</span>
            <span>{showSteps(message)}</span>
          </li>
        ))}
      </ul>
    </>
  );
};
