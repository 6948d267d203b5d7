import type { ReactNode } from "react";
import { Button } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { Problem } from "./problem.tsx";

interface SendFormProps {
  /** What its button does, in the button's words. */
  readonly action: string;
  /** Submits the form: a result of `useAction`. */
  readonly sending: {
    readonly mutate: () => void;
    readonly error: unknown;
    readonly isPending: boolean;
  };
  readonly isDisabled?: boolean;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A form and its buttons. A refusal stays beside the fields, so that they can be corrected. */
export const SendForm = ({ action, sending, isDisabled = false, onCancel, children }: SendFormProps) => (
  <Form onSend={() => sending.mutate()}>
    {children}
    {sending.error !== null && <Problem error={sending.error} />}
    <div className="dialog-foot">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look="primary" isBusy={sending.isPending} disabled={isDisabled}>
        {action}
      </Button>
    </div>
  </Form>
);

type FormDialogProps = Omit<SendFormProps, "onCancel"> & {
  readonly title: string;
  readonly onClose: () => void;
};

/** A dialog that asks for something and sends it. */
export const FormDialog = ({ title, onClose, ...form }: FormDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <SendForm {...form} onCancel={onClose} />
  </Dialog>
);
