import { useState } from "react";
import { STEP_FIELDS } from "../../../client/vocabulary.ts";
import { Button } from "../../ui/basics.tsx";
import { showName } from "../../ui/format.ts";
import { fieldsOfStep, type StepDraft, type StepType } from "./draft.ts";
import { useFault } from "./faults.ts";
import { StepForm } from "./stepForm.tsx";

const TYPES = Object.keys(STEP_FIELDS) as StepType[];
/** Steps that are allowed on a followed page, up to three levels deep. */
const NESTED_TYPES: readonly StepType[] = ["extract", "follow"];
const DEEPEST = 3;

const typesAt = (depth: number): readonly StepType[] =>
  depth === 0 ? TYPES : NESTED_TYPES.filter((type) => type !== "follow" || depth < DEEPEST);

const newStep = (type: StepType): StepDraft => ({
  type,
  ...(fieldsOfStep(type).some(({ kind }) => kind === "steps") && { steps: [{ type: "extract" }] }),
});

interface StepItemProps {
  readonly step: StepDraft;
  readonly index: number;
  readonly count: number;
  readonly path: string;
  readonly depth: number;
  readonly types: readonly StepType[];
  readonly onStep: (step: StepDraft) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

const StepItem = ({ step, index, count, path, depth, types, onStep, onMove, onRemove }: StepItemProps) => {
  const fault = useFault(path);
  const name = `step ${index + 1}`;
  return (
    <li className="step">
      <div className="step-head">
        <span className="step-number" aria-hidden="true">
          {index + 1}
        </span>
        <select
          aria-label={`Type of ${name}`}
          value={step.type}
          onChange={(event) => onStep(newStep(event.target.value as StepType))}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {showName(type)}
            </option>
          ))}
        </select>
        <span className="actions step-tools">
          <Button
            isSmall
            look="quiet"
            aria-label={`Move ${name} up`}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          >
            ↑
          </Button>
          <Button
            isSmall
            look="quiet"
            aria-label={`Move ${name} down`}
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          >
            ↓
          </Button>
          <Button isSmall look="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
            ×
          </Button>
        </span>
      </div>
      {fault !== undefined && <p className="field fault-line">{fault}</p>}
      <StepForm
        step={step}
        path={path}
        depth={depth}
        onStep={onStep}
        renderSteps={(at, steps, onSteps) => (
          <StepList title="On each page" steps={steps} path={at} depth={depth + 1} onSteps={onSteps} />
        )}
      />
    </li>
  );
};

interface StepListProps {
  readonly title: string;
  readonly steps: readonly StepDraft[];
  readonly path: string;
  readonly depth: number;
  /** The types that are offered; absent: all that there are at this depth. */
  readonly types?: readonly StepType[];
  readonly onSteps: (steps: readonly StepDraft[]) => void;
}

export const StepList = ({ title, steps, path, depth, types = typesAt(depth), onSteps }: StepListProps) => {
  const [nextType, setNextType] = useState<StepType>(types.includes("extract") ? "extract" : "click");
  const move = (index: number, by: -1 | 1): void => {
    const moved = [...steps];
    const [step] = moved.splice(index, 1);
    if (step) moved.splice(index + by, 0, step);
    onSteps(moved);
  };
  return (
    <div className="stack tight">
      {depth > 0 && <h3>{title}</h3>}
      <ol className="stack tight steps">
        {steps.map((step, index) => {
          // A step is identified by its position, in the service's messages too, and holds no state.
          const place = `${path}[${index}]`;
          return (
            <StepItem
              key={`${place} ${step.type}`}
              step={step}
              index={index}
              count={steps.length}
              path={place}
              depth={depth}
              types={types}
              onStep={(changed) => onSteps(steps.with(index, changed))}
              onMove={(by) => move(index, by)}
              onRemove={() => onSteps(steps.toSpliced(index, 1))}
            />
          );
        })}
      </ol>
      <div className="row">
        <select
          aria-label="New step type"
          className="auto"
          value={nextType}
          onChange={(event) => setNextType(event.target.value as StepType)}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {showName(type)}
            </option>
          ))}
        </select>
        <Button isSmall onClick={() => onSteps([...steps, newStep(nextType)])}>
          Add step
        </Button>
      </div>
    </div>
  );
};
