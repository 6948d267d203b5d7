/** How a long text changed: its changed lines with the words that differ, inline or side by side. */
import { Fragment, useState } from "react";
import type { Client } from "../../../client/index.ts";
import { Check, Segments } from "../../ui/form.tsx";
import { showCount, showPlural } from "../../ui/format.ts";
import { REASONS } from "./noiseReasons.ts";

type RecordChange = Awaited<ReturnType<Client["listFlowChanges"]>>["data"][number]["records"][number];
type Diff = NonNullable<RecordChange["fields"][string]["diff"]>;
type Line = Diff["hunks"][number]["lines"][number];

const VIEWS = [
  ["inline", "Inline"],
  ["sides", "Side by side"],
] as const;
type View = (typeof VIEWS)[number][0];

/** A line taken for noise as it is now, like one that did not change. */
const asUnchanged = ({ parts }: Line): Line => ({
  type: "same",
  parts: parts.filter(({ type }) => type !== "removed").map(({ text }) => ({ type: "same", text })),
});

/** The words of a line; one side leaves out what only the other has. */
const Words = ({ line, leftOut }: { readonly line: Line; readonly leftOut?: "added" | "removed" }) => (
  <>
    {line.parts.map(({ type, text }, index) => {
      if (type === leftOut) return null;
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change.
      if (type === "same") return <Fragment key={index}>{text}</Fragment>;
      const Mark = type === "added" ? "ins" : "del";
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change.
      return <Mark key={index}>{text}</Mark>;
    })}
  </>
);

const InlineLine = ({ line }: { readonly line: Line }) => (
  <div className={`diff-line ${line.type}`} dir="auto">
    <Words line={line} />
  </div>
);

const SideLine = ({ line }: { readonly line: Line }) => (
  <div className="diff-sides">
    <div className={`diff-line ${line.type}`} dir="auto">
      {line.type !== "added" && <Words line={line} leftOut="added" />}
    </div>
    <div className={`diff-line ${line.type}`} dir="auto">
      {line.type !== "removed" && <Words line={line} leftOut="removed" />}
    </div>
  </div>
);

export const TextDiff = ({ name, diff }: { readonly name: string; readonly diff: Diff }) => {
  const [view, setView] = useState<View>("inline");
  const [showsNoise, setShowsNoise] = useState(false);
  const { addedWords, removedWords, noiseLines = 0, hunks, linesOmitted } = diff;
  const ShownLine = view === "inline" ? InlineLine : SideLine;
  return (
    <div className="text-diff">
      <div className="row">
        <span className="muted">
          {name}: {showPlural(addedWords, "word", "words")} added, {showCount(removedWords)} removed
        </span>
        {noiseLines > 0 && (
          <Check
            label={`Show ${showPlural(noiseLines, "line", "lines")} taken for noise`}
            isOn={showsNoise}
            onToggle={setShowsNoise}
          />
        )}
        <Segments label={`View of ${name}`} value={view} onValue={setView} options={VIEWS} />
      </div>
      {hunks.map(({ previousLine, currentLine, lines }) => (
        <section key={`${previousLine} ${currentLine}`} aria-label={`Line ${currentLine}`}>
          {currentLine > 1 && <p className="hint">⋯ line {showCount(currentLine)}</p>}
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a stored difference never change.
            <Fragment key={index}>
              <ShownLine line={line.noise && !showsNoise ? asUnchanged(line) : line} />
              {line.noise && showsNoise && <p className="hint">Noise: {REASONS[line.noise]}</p>}
            </Fragment>
          ))}
        </section>
      ))}
      {linesOmitted > 0 && (
        <p className="hint">… and {showPlural(linesOmitted, "more changed line", "more changed lines")}.</p>
      )}
    </div>
  );
};
