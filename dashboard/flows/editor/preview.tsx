import { useEffect, useRef, useState } from "react";
import type { Flow, FlowPreview, GeneratedFlow, Item } from "../../../client/index.ts";
import { useAction } from "../../api/queries.ts";
import { RunFailure } from "../../runs/runFacts.tsx";
import { RunLog } from "../../runs/runLog.tsx";
import { Button, Card, Empty } from "../../ui/basics.tsx";
import { showPlural } from "../../ui/format.ts";
import { columnsOf } from "../../ui/items.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Table } from "../../ui/table.tsx";
import { inputsOf, type RunInput } from "../inputs.ts";
import { RunDialog } from "../runDialog.tsx";
import { definitionOf, type FlowDraft } from "./draft.ts";
import { isReadAtOnce, type OtherReading, stepThatReads, tryFlow } from "./tryFlow.ts";

const SECRET = /\{\{\s*secret\./;

const costOf = (draft: FlowDraft, flowId: string | undefined): string => {
  if (flowId === undefined && SECRET.test(JSON.stringify(draft.steps)))
    return "Save the flow and add its secrets before you preview it.";
  return isReadAtOnce(definitionOf(draft))
    ? "Reads the page once. Doesn't count as a run."
    : "Reads up to 3 pages and 20 items. Counts as one run of your plan, and isn't listed under Runs.";
};

interface PreviewProps {
  readonly draft: FlowDraft;
  /** The stored flow being edited. */
  readonly flowId?: string | undefined;
  /** The preview from generating the draft. */
  readonly found?: GeneratedFlow["preview"];
  readonly onSteps: (steps: FlowDraft["steps"]) => void;
}

interface OtherReadingProps {
  readonly other: OtherReading;
  readonly onReading: (records: OtherReading["records"]) => void;
}

/** Says what the page can also be read as, and takes it. */
const OtherReadingNote = ({ other: { records, itemCount }, onReading }: OtherReadingProps) => (
  <p className="pager">
    {records === "one"
      ? "This page can also be read as one record."
      : `This page can also be read as a list of ${showPlural(itemCount, "record")}.`}
    <Button isSmall onClick={() => onReading(records)}>
      {records === "one" ? "Read as one record" : "Read as a list"}
    </Button>
  </p>
);

const NO_ITEMS: readonly Item[] = [];

/** The records that the current draft collects from the live page. */
export const Preview = ({ draft, flowId, found, onSteps }: PreviewProps) => {
  const records = useRef<HTMLElement>(null);
  useEffect(() => {
    // Focus moves to what was generated.
    if (found !== undefined) records.current?.focus();
  }, [found]);
  const [live, setLive] = useState<FlowPreview | null>(null);
  const [input, setInput] = useState<RunInput>({});
  const [isAsking, setAsking] = useState(false);
  const inputs = inputsOf(draft.inputs) as Flow["inputs"];
  const hasInputs = Object.keys(inputs).length > 0;
  const trying = useAction(
    (client, { given, steps }: { readonly given: RunInput; readonly steps: FlowDraft["steps"] }) =>
      tryFlow(client, definitionOf({ ...draft, steps }), { flowId, input: given }, setLive),
    { isQuiet: true, changes: [["account"]] },
  );
  const { data, error, isPending } = trying;
  const start = (given: RunInput, steps = draft.steps) => {
    setAsking(false);
    setInput(given);
    setLive(null);
    trying.mutate({ given, steps });
  };
  const readAs = (records: OtherReading["records"]) => {
    const steps = [stepThatReads(records)];
    onSteps(steps);
    start(input, steps);
  };
  const ask = () => (hasInputs ? setAsking(true) : start({}));
  const items = data?.items ?? found?.records ?? NO_ITEMS;
  const isGenerated = data === undefined && found !== undefined;
  return (
    <Card
      title="Preview"
      isFlush
      actions={
        <Button isBusy={isPending} disabled={draft.url.trim() === ""} onClick={ask}>
          {isPending ? "Loading …" : "Preview"}
        </Button>
      }
    >
      {isAsking && (
        <RunDialog
          title="Preview with input"
          action="Preview"
          inputs={inputs}
          given={input}
          isBusy={false}
          error={null}
          onRun={(given) => start(given)}
          onClose={() => setAsking(false)}
        />
      )}
      <div aria-live="polite">
        {isPending && (
          <div className="bar moving">
            <span />
          </div>
        )}
        {error !== null && <Problem error={error} retry={ask} />}
        {data?.preview?.error && <RunFailure error={data.preview.error} />}
        {data !== undefined && items.length === 0 && (
          <Empty title="No records found">Try different steps, or open the page in a browser.</Empty>
        )}
        {data === undefined && found === undefined && error === null && !isPending && (
          <Empty title="See what this flow collects">
            <p>{costOf(draft, flowId)}</p>
          </Empty>
        )}
      </div>
      {items.length > 0 && (
        <section ref={records} tabIndex={-1} aria-label="Records of the preview">
          <Table
            caption="Records found"
            rows={items}
            columns={columnsOf(
              items,
              (item) => item,
              draft.outputSchema,
              data?.currencies ?? found?.currencies,
            )}
            keyOf={(_, index) => String(index)}
          />
          {data?.other && <OtherReadingNote other={data.other} onReading={readAs} />}
          <p className="pager">
            {isGenerated
              ? `The first ${items.length} of ${showPlural(found.recordCount, "record")} on this page.`
              : `${showPlural(items.length, "record")}. ${costOf(draft, flowId)}`}
          </p>
        </section>
      )}
      {live !== null && <RunLog logs={live.logs} isLive={isPending} />}
    </Card>
  );
};
