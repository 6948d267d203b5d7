import { useEffect, useRef } from "react";
import type { LogEntry } from "../../client/index.ts";
import { SCROLLED_BY_KEYBOARD } from "../ui/basics.tsx";
import { showClock } from "../ui/format.ts";

/** Within this distance, the reader counts as being at the end. */
const NEAR_PX = 40;

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
  const count = logs.length;
  useEffect(() => {
    const element = list.current;
    if (element !== null && count > 0 && isLive && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [count, isLive]);
  if (count === 0) return <p className="empty">No log entries yet.</p>;
  return (
    <ul
      className="log"
      ref={list}
      aria-label="Log"
      tabIndex={SCROLLED_BY_KEYBOARD}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      {logs.map(({ timestamp, level, message }, index) => (
        <li key={String(index)} className={level}>
          <time dateTime={timestamp}>{showClock(timestamp)}</time>
          <span>{level}</span>
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
};
