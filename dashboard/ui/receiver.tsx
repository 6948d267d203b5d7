/** What the pages of webhooks and destinations have in common: both receive something that the service sends. */
import { type ReactNode, useState } from "react";
import { Button, Card } from "./basics.tsx";
import { Confirm } from "./dialog.tsx";

interface Doing {
  readonly isPending: boolean;
  readonly mutate: () => void;
}

interface ReceiverActionsProps {
  readonly what: "webhook" | "destination";
  readonly active: boolean;
  readonly testing: Doing;
  /** Disables or enables it. */
  readonly switching: Doing;
  readonly deleting: Doing;
  /** What deleting it means. */
  readonly warning: string;
  /** Further actions. */
  readonly children?: ReactNode;
}

export const ReceiverActions = (props: ReceiverActionsProps) => {
  const { what, active, testing, switching, deleting, warning, children } = props;
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {children}
      <Button isBusy={switching.isPending} onClick={() => switching.mutate()}>
        {active ? "Disable" : "Enable"}
      </Button>
      <Button look="primary" isBusy={testing.isPending} onClick={() => testing.mutate()}>
        Send test
      </Button>
      {isDeleting && (
        <Confirm
          title={`Delete this ${what}?`}
          action={`Delete ${what}`}
          isBusy={deleting.isPending}
          onConfirm={() => deleting.mutate()}
          onClose={() => setDeleting(false)}
        >
          {warning}
        </Confirm>
      )}
    </>
  );
};

interface SettingsCardProps {
  /** The form, while they are edited. */
  readonly form: (close: () => void) => ReactNode;
  /** The settings as they are. */
  readonly children: ReactNode;
}

export const SettingsCard = ({ form, children }: SettingsCardProps) => {
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title="Settings"
      actions={
        !isEditing && (
          <Button isSmall onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? form(() => setEditing(false)) : children}
    </Card>
  );
};
