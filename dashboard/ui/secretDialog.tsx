import { Button } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";
import { Secret } from "./secret.tsx";

interface SecretDialogProps {
  readonly title: string;
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
}

/** Shows a secret that won't be shown again. */
export const SecretDialog = ({ title, label, value, onClose }: SecretDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <p>Copy it now. You won't be able to see it again.</p>
    <Secret value={value} label={label} />
    <div className="dialog-foot">
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
);
