/** Page and records side by side: what is clicked on the page becomes a column. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { GeneratedFlow, Inspection } from "../../client/index.ts";
import { useSession } from "../api/session.tsx";
import { definitionOf, type FlowDraft } from "../flows/editor/draft.ts";
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
import { PageState } from "./pageState.tsx";
import {
  fieldsAt,
  fieldsOf,
  type InspectedElement,
  movedPick,
  nextAt,
  nextSize,
  recordBoxes,
} from "./points.ts";
import { openQuestions, QuestionsCard } from "./questionsCard.tsx";
import { RecordsCard } from "./recordsCard.tsx";
import { useFollowing } from "./useFollowing.ts";
import { useInspection } from "./useInspection.ts";
import { usePicking } from "./usePicking.ts";

interface PointEditorProps {
  readonly opening: Opening;
  /** A flow that already exists. */
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
  const started = useRef(false);
  useEffect(() => {
    if (started.current || shown === null) return;
    started.current = true;
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
    else if (nextAt(page, element) && fields.length > 0) {
      setPagesOn(true);
      change([...picks.filter(({ take }) => take !== "next"), { node, take: "next" }]);
    } else change([...picks, { node }]);
  };
  const reopen = (how: Opening) =>
    onOpen(how, flow && { steps: flow.steps, outputSchema: flow.outputSchema });
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
  const leads = picks.some(({ take }) => take === "next");
  const made = paged && withDetails(paged, details);
  const pointed = made && { made, kept: kept ?? [], leadsOn: leads, flowId: opening.flowId };
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
        onSize={(direction) => {
          const to = latest && nextSize(page, latest, direction);
          if (to) resize(to);
        }}
      >
        <OpenForm opening={opening} isBusy={isOpening} onOpen={reopen} />
      </PageCard>
      <div className="point-side">
        <PageState page={page} opening={opening} isOpening={isOpening} onOpen={(how) => onOpen(how, null)} />
        <RecordsCard
          flow={flow}
          problem={problem}
          isReading={isReading}
          refined={refined}
          onUndo={picking.undo}
          actions={actions(isReading ? null : pointed)}
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
                reopen({ ...opening, steps: [...(opening.steps ?? []), clickOn(text)] })
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
          nextUrl={flow?.preview?.nextUrl}
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

/** A page that was opened, and how. */
interface Opened {
  readonly inspection: Inspection;
  readonly opening: Opening;
}

export const PointEditor = ({ opening: first, draft, ...rest }: PointEditorProps) => {
  const [shown, setShown] = useState<Shown | null>(() => (draft ? shownOf(draft) : null));
  const [opened, setOpened] = useState<Opened | null>(null);
  const { error, isPending, mutate, variables } = useInspection(first, (inspection, opening) =>
    setOpened({ inspection, opening }),
  );
  const open = (how: Opening, known: Shown | null) => {
    setShown(known);
    mutate(how);
  };
  const latest = variables ?? first;
  if (opened?.inspection.page)
    return (
      <Workbench
        key={opened.inspection.id}
        {...rest}
        error={isPending ? rest.error : (error ?? rest.error)}
        inspection={{ ...opened.inspection, page: opened.inspection.page }}
        // The page as it was stays if it cannot be opened in another way; a draft that was made for that stays, too.
        opening={{ ...opened.opening, flowId: latest.flowId }}
        isOpening={isPending}
        shown={shown}
        onOpen={open}
      />
    );
  if (error !== null && !isPending)
    return (
      <>
        <Problem error={error} retry={() => mutate(latest)} />
        <OpenForm opening={latest} isBusy={false} onOpen={(how) => open(how, shown)} />
      </>
    );
  return (
    <Card title="Opening the page …">
      <Loading />
    </Card>
  );
};
