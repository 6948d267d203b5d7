import { useState } from "react";
import type { Flow } from "../../client/index.ts";
import { Button } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, TextField } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import { faultsOf } from "./faults.ts";
import { typedValue } from "./inputs.ts";

interface RunDialogProps {
  readonly inputs: Flow["inputs"];
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onRun: (input: Record<string, string | number>) => void;
  readonly onClose: () => void;
}

/** Asks for the values that a run of the flow needs. */
export const RunDialog = ({ inputs, isBusy, error, onRun, onClose }: RunDialogProps) => {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const faults = faultsOf(error);
  const names = Object.keys(inputs);
  const run = () =>
    onRun(Object.fromEntries(names.map((name) => [name, typedValue(inputs[name], texts[name] ?? "")])));
  return (
    <Dialog title="Run with input" onClose={onClose}>
      <Form onSend={run}>
        {error !== null && <Problem error={error} />}
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
            Run now
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
