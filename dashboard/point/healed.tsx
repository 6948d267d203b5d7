import { lazy, Suspense, useState } from "react";
import type { Flow, FlowPatch } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { Button, Card, Loading } from "../ui/basics.tsx";
import { showPlural } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";

/** Loaded with the first page that is shown. */
const HealedPage = lazy(() =>
  import("./healedPage.tsx").then(({ HealedPage: Content }) => ({ default: Content })),
);

interface HealedProps {
  readonly flow: Flow;
  readonly proposed: NonNullable<Flow["proposedPatch"]>;
}

/** What the last run found elsewhere on the page: the flow can be fixed for good. */
export const Healed = ({ flow, proposed: { healed, patch } }: HealedProps) => {
  const [isShown, setShown] = useState(false);
  const applying = useAction(
    (client) => client.updateFlow(flow.id, (patch ?? {}) as FlowPatch, { ifMatch: flow.version }),
    { done: "Flow fixed.", isQuiet: true, changes: [["flows"]] },
  );
  return (
    <Card
      title="The page has changed"
      actions={
        patch !== null && (
          <>
            <Button needs="flows:write" look="primary" does={applying}>
              Fix the flow
            </Button>
            <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? "Hide the page" : "Show on the page"}
            </Button>
          </>
        )
      }
    >
      {applying.error !== null && <Problem error={applying.error} />}
      <p>
        The last run found {showPlural(healed.length, "selector")} in another place. Every run looks for{" "}
        {healed.length === 1 ? "it" : "them"} again until the flow is fixed.
      </p>
      <ul className="stack tight">
        {healed.map(({ step, field, selector, newSelector, confidence }) => (
          <li key={`${step} ${field}`}>
            <strong>{field ?? "Records"}</strong>: <del className="mono">{selector}</del> →{" "}
            <ins className="mono">{newSelector}</ins>{" "}
            <span className="muted">{Math.round(confidence * 100)}% sure</span>
          </li>
        ))}
      </ul>
      {isShown && patch !== null && (
        <Suspense fallback={<Loading />}>
          <HealedPage flow={flow} steps={patch.steps} />
        </Suspense>
      )}
    </Card>
  );
};
