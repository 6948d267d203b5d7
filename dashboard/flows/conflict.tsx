import { ApiError, type Flow } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { Button, Loading } from "../ui/basics.tsx";
import { Problem } from "../ui/problem.tsx";
import { changedParts, draftOf, type FlowDraft } from "./editor/draft.ts";

/** Whether a flow was not saved because somebody else had saved it since it was opened. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "version-mismatch";

const partsIn = (names: readonly string[]): string =>
  names.map((name) => name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase()).join(", ");

interface ConflictProps {
  /** The flow as it was opened. */
  readonly flow: Flow;
  readonly draft: FlowDraft;
  readonly isBusy: boolean;
  /** When saving was last tried: the flow may have been changed again. */
  readonly triedAt: number;
  /** Saves what was changed here on top of the latest version. */
  readonly onSave: (latest: Flow) => void;
  readonly onLoad: (latest: Flow) => void;
}

/** Somebody saved the flow since it was opened: what they changed, and two ways on. */
export const Conflict = ({ flow, draft, isBusy, triedAt, onSave, onLoad }: ConflictProps) => {
  const { data: latest, error } = useRecord(["flows", flow.id, "latest", triedAt], (client) =>
    client.getFlow(flow.id),
  );
  if (latest === undefined) return error === null ? <Loading /> : <Problem error={error} />;
  const opened = draftOf(flow);
  const theirs = Object.keys(changedParts(opened, draftOf(latest)));
  const both = Object.keys(changedParts(opened, draft)).filter((part) => theirs.includes(part));
  return (
    <section className="notice warn" role="alert">
      <p>
        <strong>Somebody changed this flow after you opened it.</strong>
        {theirs.length > 0 && ` Changed: ${partsIn(theirs)}.`}
        {both.length > 0 && ` You changed this too: ${partsIn(both)}. If you save, yours replaces theirs.`}
      </p>
      <div className="actions">
        <Button look="primary" isBusy={isBusy} onClick={() => onSave(latest)}>
          Save my changes too
        </Button>
        <Button onClick={() => onLoad(latest)}>Discard mine</Button>
      </div>
    </section>
  );
};
