import { useState } from "react";
import { CHOICES } from "../../client/vocabulary.ts";
import { definitionOf, draftOf, EMPTY_DRAFT, type StepDraft } from "../flows/editor/draft.ts";
import { StepList } from "../flows/editor/stepList.tsx";
import { Button } from "../ui/basics.tsx";
import { SelectField } from "../ui/form.tsx";
import { ACTIONS_BEFORE, type Opening } from "./opening.ts";

const HINTS = {
  auto: "Scripts run. The flow uses a browser only if it has to.",
  browser: "Scripts run, and the flow always uses a browser.",
  static: "Scripts do not run.",
} as const;

interface OpenFormProps {
  readonly opening: Opening;
  readonly isBusy: boolean;
  readonly onOpen: (opening: Opening) => void;
}

/** How the page is opened: whether its scripts run, and what is done on it first. */
export const OpenForm = ({ opening, isBusy, onOpen }: OpenFormProps) => {
  const [render, setRender] = useState(opening.render);
  const [steps, setSteps] = useState<readonly StepDraft[]>(
    () => draftOf({ steps: opening.steps ?? [] }).steps,
  );
  const open = () => {
    const { steps: done = [] } = definitionOf({ ...EMPTY_DRAFT, steps });
    const { steps: _, ...rest } = opening;
    onOpen({ ...rest, render, ...(done.length > 0 && { steps: done }) });
  };
  return (
    <details className="point-open">
      <summary>How the page is opened</summary>
      <div className="stack tight">
        <SelectField
          label="Rendering"
          value={render}
          options={CHOICES.FlowRender}
          hint={HINTS[render]}
          onValue={setRender}
        />
        <p className="hint">
          Steps before the page is read, such as logging in or scrolling. The flow gets the same steps.
          {opening.flowId === undefined &&
            " To type a secret, save the flow first, then edit it on its page."}
        </p>
        <StepList
          title="Steps"
          steps={steps}
          path="steps"
          depth={0}
          types={ACTIONS_BEFORE}
          onSteps={setSteps}
        />
        <div>
          <Button isBusy={isBusy} onClick={open}>
            Open again
          </Button>
        </div>
      </div>
    </details>
  );
};
