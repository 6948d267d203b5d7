/** Page and records side by side: what is clicked on the page becomes a column. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { GeneratedFlow, Inspection } from "../../client/index.ts";
import { useSession } from "../api/session.tsx";
import { definitionOf, type FlowDraft } from "../flows/draft.ts";
import { Button, Card, Loading } from "../ui/basics.tsx";
import { Problem } from "../ui/problem.tsx";
import { Chosen } from "./chosen.tsx";
import { Described } from "./described.tsx";
import { FieldsCard } from "./fieldsCard.tsx";
import { OpenForm } from "./openForm.tsx";
import {
  clickOn,
  type Details,
  type Opening,
  openingOfDetail,
  type Pointed,
  unplaced,
  withDetails,
} from "./opening.ts";
import { PageCard } from "./pageCard.tsx";
import { fieldsAt, fieldsOf, type InspectedElement, movedPick, nextAt, recordBoxes } from "./points.ts";
import { openQuestions, QuestionsCard } from "./questionsCard.tsx";
import { RecordsCard } from "./recordsCard.tsx";
import { useFollowing } from "./useFollowing.ts";
import { useInspection } from "./useInspection.ts";
import { usePicking } from "./usePicking.ts";

interface PointEditorProps {
  readonly opening: Opening;
  /** A flow that is there already. */
  readonly draft?: FlowDraft | undefined;
  readonly error?: unknown;
  /** What can be done with what was pointed at; null as long as that is nothing. */
  readonly actions: (pointed: Pointed | null) => ReactNode;
  /** This page was reached by a link of another one. */
  readonly isDetail?: boolean;
}

type Shown = Pick<GeneratedFlow, "steps" | "outputSchema">;

const shownOf = (draft: FlowDraft): Shown => {
  const { steps = [], outputSchema = {} } = definitionOf(draft);
  return { steps, outputSchema };
};

const isPaging = ({ type }: { readonly type: string }): boolean => type === "paginate";

interface WorkbenchProps extends Omit<PointEditorProps, "draft"> {
  readonly inspection: Inspection & { readonly page: NonNullable<Inspection["page"]> };
  readonly isOpening: boolean;
  /** Shown on the page as it opens. */
  readonly shown: Shown | null;
  readonly onOpen: (opening: Opening, shown: Shown | null) => void;
}

const Workbench = ({
  inspection,
  opening,
  isOpening,
  shown,
  error = null,
  actions,
  isDetail = false,
  onOpen,
}: WorkbenchProps) => {
  const { apiUrl } = useSession();
  const picking = usePicking(inspection.id);
  const { picks, flow, error: fault, isReading, change, ask, settleQuestion } = picking;
  const [refined, setRefined] = useState<string | null>(null);
  // An edited flow gets pagination only on request.
  const [pagesOn, setPagesOn] = useState(() => shown === null || shown.steps.some(isPaging));
  const [latest, setLatest] = useState<InspectedElement | null>(null);
  const [kept, setKept] = useState<readonly string[] | null>(null);
  const [details, setDetails] = useState<Details | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || shown === null) return;
    begun.current = true;
    ask({ flow: shown });
  }, [shown, ask]);
  useEffect(() => {
    if (shown !== null && flow !== null && kept === null) setKept(unplaced(flow));
  }, [shown, flow, kept]);

  const { page, pictureUrl = null } = inspection;
  const fields = fieldsOf(flow);
  const remove = (name: string) => {
    setRefined(null);
    if (kept?.includes(name)) setKept(kept.filter((each) => each !== name));
    else change(picks.filter((pick) => pick.name !== name));
  };
  const leadsOn = (element: InspectedElement) => nextAt(page, element);
  const { questions, marks, settle, settleAt } = openQuestions(flow, settleQuestion);
  const pick = (element: InspectedElement) => {
    const { node, kind } = element;
    // The fields of the flow that is edited are still being found on the page: a pick would replace them.
    if (shown !== null && flow === null && isReading) return;
    if (refined === null && settleAt(node)) return;
    setLatest(element);
    if (refined !== null) {
      setRefined(null);
      change([...picks, { node, name: refined }]);
    } else if (fieldsAt(fields, page, element).length > 0 || kind === "button" || kind === "input") return;
    else if (leadsOn(element) && fields.length > 0) {
      setPagesOn(true);
      change([...picks.filter(({ take }) => take !== "next"), { node, take: "next" }]);
    } else change([...picks, { node }]);
  };
  const resize = (to: InspectedElement) => {
    const [field] = latest ? fieldsAt(fields, page, latest) : [];
    setLatest(to);
    if (field) change(movedPick(picks, field.name, to));
  };

  const {
    follow,
    field: following,
    url: detailUrl,
    end,
  } = useFollowing({ flow, picks, isReading, error: fault, change });
  if (following !== null && detailUrl !== null)
    return (
      <DetailEditor
        opening={openingOfDetail(opening, detailUrl)}
        field={following}
        onDone={(made) => {
          end();
          if (made) setDetails(made);
        }}
      />
    );

  const paged: GeneratedFlow | null =
    flow && !pagesOn ? { ...flow, steps: flow.steps.filter((step) => !isPaging(step)) } : flow;
  const made = paged && withDetails(paged, details);
  const problem = error ?? fault;
  return (
    <div className="point">
      <PageCard
        title={page.title || opening.url}
        page={page}
        pictureUrl={pictureUrl && new URL(pictureUrl, apiUrl).href}
        records={recordBoxes(page, flow)}
        fields={fields}
        candidates={marks}
        onPick={pick}
      >
        <OpenForm
          opening={opening}
          isBusy={isOpening}
          onOpen={(how) => onOpen(how, flow && { steps: flow.steps, outputSchema: flow.outputSchema })}
        />
      </PageCard>
      <div className="point-side">
        <RecordsCard
          flow={flow}
          problem={problem}
          isReading={isReading}
          refined={refined}
          onUndo={picking.undo}
          actions={actions(
            made && !isReading
              ? { made, kept: kept ?? [], leadsOn: picks.some(({ take }) => take === "next") }
              : null,
          )}
        >
          {latest && (
            <Chosen
              page={page}
              element={latest}
              fields={fields}
              picks={picks}
              onPicks={change}
              onRemove={remove}
              onResize={resize}
              onFollow={isDetail ? undefined : () => follow(latest)}
              onClickFirst={({ text }) =>
                onOpen(
                  { ...opening, steps: [...(opening.steps ?? []), clickOn(text)] },
                  flow && { steps: flow.steps, outputSchema: flow.outputSchema },
                )
              }
            />
          )}
        </RecordsCard>
        <QuestionsCard questions={questions} isBusy={isReading} onSettle={settle} />
        <FieldsCard
          fields={fields}
          kept={kept ?? []}
          details={details}
          refined={refined}
          hasPages={flow?.steps.some(isPaging) ?? false}
          pagesOn={pagesOn}
          onPagesOn={setPagesOn}
          onRename={picking.rename}
          onRetype={picking.retype}
          onSelector={settleQuestion}
          onRefine={setRefined}
          onRemove={remove}
          onRemoveDetails={() => setDetails(null)}
        />
        <Described isBusy={isReading} onDescribe={(prompt) => ask({ prompt })} />
      </div>
    </div>
  );
};

interface DetailEditorProps {
  readonly opening: Opening;
  readonly field: string;
  /** Null: nothing is taken from the page. */
  readonly onDone: (details: Details | null) => void;
}

/** The page of one record: what is picked here is collected from the page of each. */
const DetailEditor = ({ opening, field, onDone }: DetailEditorProps) => (
  <>
    <p className="notice">
      This page opened from a record. What you pick here is collected from the page of every record.
    </p>
    <PointEditor
      opening={opening}
      isDetail
      actions={(pointed) => (
        <>
          <Button
            look="primary"
            disabled={pointed === null}
            onClick={() => pointed && onDone({ field, made: pointed.made })}
          >
            Add to the flow
          </Button>
          <Button onClick={() => onDone(null)}>Back</Button>
        </>
      )}
    />
  </>
);

export const PointEditor = ({ opening: first, draft, ...rest }: PointEditorProps) => {
  const [opening, setOpening] = useState(first);
  const [shown, setShown] = useState<Shown | null>(() => (draft ? shownOf(draft) : null));
  const { data: inspection, error, isPending, mutate } = useInspection(first);
  const open = (how: Opening, known: Shown | null) => {
    setOpening(how);
    setShown(known);
    mutate(how);
  };
  if (error !== null && !isPending)
    return (
      <>
        <Problem error={error} retry={() => mutate(opening)} />
        <OpenForm opening={opening} isBusy={false} onOpen={(how) => open(how, shown)} />
      </>
    );
  if (!inspection?.page)
    return (
      <Card title="Opening the page …">
        <Loading />
      </Card>
    );
  return (
    <Workbench
      key={inspection.id}
      {...rest}
      inspection={{ ...inspection, page: inspection.page }}
      opening={opening}
      isOpening={isPending}
      shown={shown}
      onOpen={open}
    />
  );
};
