import type { ReactNode } from "react";
import { Button } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { Problem } from "./problem.tsx";

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What its button does, in the button's words. */
  readonly action: string;
  /** Sends the form: what `useAction` gives. */
  readonly sending: {
    readonly mutate: () => void;
    readonly error: unknown;
    readonly isPending: boolean;
  };
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** A dialog that asks for something and sends it. A refusal stays beside the fields, so that they can be corrected. */
export const FormDialog = ({ title, onClose, action, sending, isDisabled, children }: FormDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <Form onSend={() => sending.mutate()}>
      {children}
      {sending.error !== null && <Problem error={sending.error} />}
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={sending.isPending} disabled={isDisabled === true}>
          {action}
        </Button>
      </div>
    </Form>
  </Dialog>
);
