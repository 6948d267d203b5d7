import { useEffect, useRef, useState } from "react";
import type { Flow, Step } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { useSession } from "../api/session.tsx";
import { draftOf } from "../flows/editor/draft.ts";
import { Loading } from "../ui/basics.tsx";
import { Segments } from "../ui/form.tsx";
import { showPlural } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { openingOf } from "./opening.ts";
import { PagePicture } from "./pagePicture.tsx";
import { fieldsOf, recordBoxes } from "./points.ts";
import { useInspection } from "./useInspection.ts";

type Side = "old" | "new";

interface HealedPageProps {
  readonly flow: Flow;
  /** With what was healed. */
  readonly steps: readonly Step[];
}

/** The current page, with what the flow's selectors match before and after the repair. */
export const HealedPage = ({ flow, steps }: HealedPageProps) => {
  const { apiUrl } = useSession();
  const [side, setSide] = useState<Side>("new");
  const { outputSchema } = flow;
  const [opening] = useState(() => openingOf(draftOf(flow), flow.id));
  const { data: inspection, error } = useInspection(opening);
  const showing = useAction(
    async (client, inspectionId: string) => {
      const show = (shown: readonly Step[]) =>
        client.generateFlow({ inspectionId, flow: { steps: [...shown], outputSchema } });
      const [before, after] = await Promise.all([show(flow.steps), show(steps)]);
      return { old: before, new: after };
    },
    { isQuiet: true },
  );
  const started = useRef<string | null>(null);
  useEffect(() => {
    if (!inspection || started.current === inspection.id) return;
    started.current = inspection.id;
    showing.mutate(inspection.id);
  }, [inspection, showing]);
  const problem = error ?? showing.error;
  if (problem !== null) return <Problem error={problem} />;
  if (!inspection?.page || !showing.data) return <Loading />;
  const { page, pictureUrl = null } = inspection;
  const shown = showing.data[side];
  const count = shown.preview?.recordCount ?? 0;
  const lit = fieldsOf(shown).reduce((sum, { nodes }) => sum + nodes.size, 0);
  return (
    <>
      <Segments
        label="Selectors"
        value={side}
        onValue={setSide}
        options={[
          ["old", "Old place"],
          ["new", "New place"],
        ]}
      />
      <p aria-live="polite">
        {lit > 0
          ? `${side === "old" ? "The old" : "The new"} selectors find ${showPlural(lit, "value")} in ${showPlural(count, "record")}.`
          : side === "old"
            ? "The old selectors find nothing on the page as it is now. There is no picture of the page as it was."
            : "The new selectors find nothing on the page as it is now: it has changed again since the last run."}
      </p>
      {pictureUrl === null && (
        <p className="hint">
          The steps type a secret, so there is no picture: texts are shown in their places.
        </p>
      )}
      <PagePicture
        page={page}
        pictureUrl={pictureUrl && new URL(pictureUrl, apiUrl).href}
        records={lit > 0 ? recordBoxes(page, shown) : []}
        fields={fieldsOf(shown)}
        zoom={100}
        onPick={() => undefined}
      />
    </>
  );
};
