import { useState } from "react";
import type { Flow } from "../../client/index.ts";
import { Button } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, TextField } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import { faultsOf } from "./faults.ts";
import { type RunInput, typedValue } from "./inputs.ts";

interface RunDialogProps {
  readonly title: string;
  readonly action: string;
  readonly inputs: Flow["inputs"];
  /** What was given before. */
  readonly given?: RunInput;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onRun: (input: RunInput) => void;
  readonly onClose: () => void;
}

/** Asks for the values that a run of the flow needs. */
export const RunDialog = ({
  title,
  action,
  inputs,
  given = {},
  isBusy,
  error,
  onRun,
  onClose,
}: RunDialogProps) => {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
  );
  const faults = faultsOf(error);
  const names = Object.keys(inputs);
  // A fault beside its field needs no second mention.
  const isTold = names.some((name) => faults.has(`input.${name}`));
  const run = () =>
    onRun(Object.fromEntries(names.map((name) => [name, typedValue(inputs[name], texts[name] ?? "")])));
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSend={run}>
        {error !== null && !isTold && <Problem error={error} />}
        {names.map((name) => (
          <TextField
            key={name}
            label={name}
            required
            inputMode={inputs[name] === "number" ? "decimal" : "text"}
            value={texts[name] ?? ""}
            fault={faults.get(`input.${name}`)}
            onValue={(text) => setTexts({ ...texts, [name]: text })}
          />
        ))}
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
