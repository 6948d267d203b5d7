/** Page and records side by side: what is clicked on the page becomes a column. */
import { useState } from "react";
import type { Flow, GeneratedFlow, PickedElement } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { useSession } from "../api/session.tsx";
import { draftOf, type FlowDraft } from "../flows/draft.ts";
import { Button, Card, Empty, Loading } from "../ui/basics.tsx";
import { Form, SelectField, TextField } from "../ui/form.tsx";
import { showPlural } from "../ui/format.ts";
import { columnsOf } from "../ui/items.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";
import { FieldRows } from "./fieldRows.tsx";
import { PagePicture } from "./pagePicture.tsx";
import { fieldAt, fieldsOf, type InspectedElement, namePicks, picksOf, recordBoxes } from "./points.ts";
import { useInspection } from "./useInspection.ts";

interface PointEditorProps {
  readonly url: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onCreate: (draft: FlowDraft) => void;
  readonly onEdit: (draft: FlowDraft, generated: GeneratedFlow) => void;
}

const ZOOMS = ["100", "150", "200", "300"] as const;
type Zoom = (typeof ZOOMS)[number];

const hasPages = (flow: GeneratedFlow): boolean => flow.steps.some(({ type }) => type === "paginate");

export const PointEditor = ({ url, isBusy, error, onCreate, onEdit }: PointEditorProps) => {
  const { apiUrl } = useSession();
  const opening = useInspection(url);
  const [picks, setPicks] = useState<readonly PickedElement[]>([]);
  const [flow, setFlow] = useState<GeneratedFlow | null>(null);
  const [refined, setRefined] = useState<string | null>(null);
  const [zoom, setZoom] = useState<Zoom>("100");
  const [sentence, setSentence] = useState("");
  const [pagesOn, setPagesOn] = useState(true);
  const [latest, setLatest] = useState<InspectedElement | null>(null);
  const { data: inspection } = opening;
  const page = inspection?.page;
  const inspectionId = inspection?.id ?? "";
  const reading = useAction(
    (client, wanted: readonly PickedElement[]) => client.generateFlow({ inspectionId, picks: [...wanted] }),
    {
      isQuiet: true,
      onDone: (made, wanted) => {
        setFlow(made);
        setPicks(namePicks(wanted, made));
      },
    },
  );
  const describing = useAction((client, prompt: string) => client.generateFlow({ inspectionId, prompt }), {
    isQuiet: true,
    onDone: (made) => {
      setFlow(made);
      setPicks(picksOf(made));
    },
  });
  const change = (wanted: readonly PickedElement[]) => {
    describing.reset();
    setPicks(wanted);
    if (wanted.length > 0) reading.mutate(wanted);
    else {
      reading.reset();
      setFlow(null);
    }
  };
  const fields = fieldsOf(flow);
  const remove = (name: string) => {
    setRefined(null);
    change(picks.filter((pick) => pick.name !== name));
  };
  const pick = (element: InspectedElement) => {
    setLatest(element);
    const lit = page && fieldAt(fields, page, element);
    if (refined !== null) {
      setRefined(null);
      change([...picks, { node: element.node, name: refined }]);
    } else if (lit) remove(lit.name);
    else change([...picks, { node: element.node }]);
  };
  const rename = (from: string, to: string) =>
    change(picks.map((each) => (each.name === from ? { ...each, name: to } : each)));

  if (opening.error !== null) return <Problem error={opening.error} retry={() => opening.mutate(url)} />;
  if (!inspection || !page)
    return (
      <Card title="Opening the page …">
        <Loading />
      </Card>
    );
  const { pictureUrl = null } = inspection;
  const made: GeneratedFlow | null =
    flow && !pagesOn ? { ...flow, steps: flow.steps.filter(({ type }) => type !== "paginate") } : flow;
  const draft = () => draftOf(made as Partial<Flow>);
  const problem = error ?? reading.error ?? describing.error;
  const records = flow?.preview?.records ?? [];
  return (
    <div className="point">
      <Card
        title={page.title || url}
        isFlush
        actions={
          <SelectField
            label="Zoom"
            value={zoom}
            options={ZOOMS.map((each) => [each, `${each}%`] as const)}
            onValue={setZoom}
          />
        }
      >
        <PagePicture
          page={page}
          pictureUrl={pictureUrl && new URL(pictureUrl, apiUrl).href}
          records={recordBoxes(page, flow)}
          fields={fields}
          zoom={Number(zoom)}
          onPick={pick}
        />
        {page.notes.map((note) => (
          <p key={note} className="pager">
            {note}
          </p>
        ))}
      </Card>
      <div className="point-side">
        <Card
          title="Records"
          isFlush
          actions={
            <>
              <Button
                look="primary"
                isBusy={isBusy}
                disabled={flow === null || reading.isPending}
                onClick={() => onCreate(draft())}
              >
                Create flow
              </Button>
              <Button disabled={made === null} onClick={() => made && onEdit(draft(), made)}>
                Edit steps
              </Button>
            </>
          }
        >
          <div aria-live="polite">
            {problem !== null && <Problem error={problem} />}
            {latest?.kind === "link" && !picks.some(({ take }) => take === "link") && (
              <p className="pager">
                <Button isSmall onClick={() => change([...picks, { node: latest.node, take: "link" }])}>
                  Collect its link, too
                </Button>
              </p>
            )}
            {refined !== null && <p className="pager">Click a value of {refined} in another record.</p>}
            {flow !== null && (
              <p className="pager">
                {showPlural(flow.preview?.recordCount ?? 0, "record")}, {showPlural(fields.length, "field")}
                {reading.isPending && " · Reading …"}
              </p>
            )}
          </div>
          {flow === null && problem === null && (
            <Empty title="Click a value on the page">
              Its column appears here, with a value of every record.
            </Empty>
          )}
          {records.length > 0 && (
            <Table
              caption="Records found"
              rows={records}
              columns={columnsOf(records, (record) => record, flow?.outputSchema ?? {})}
              keyOf={(_, index) => String(index)}
            />
          )}
        </Card>
        {fields.length > 0 && (
          <Card title="Fields">
            <FieldRows
              fields={fields}
              refined={refined}
              onRename={rename}
              onRefine={setRefined}
              onRemove={remove}
            />
            {flow !== null && hasPages(flow) && (
              <label className="check">
                <input
                  type="checkbox"
                  checked={pagesOn}
                  onChange={(event) => setPagesOn(event.target.checked)}
                />
                Follow the link to the next page
              </label>
            )}
          </Card>
        )}
        <Card title="Or describe the data">
          <Form onSend={() => describing.mutate(sentence.trim())}>
            <TextField label="Description" value={sentence} onValue={setSentence} maxLength={2_000} />
            <Button type="submit" isBusy={describing.isPending} disabled={sentence.trim() === ""}>
              Find
            </Button>
          </Form>
        </Card>
      </div>
    </div>
  );
};
