/** What the pages of webhooks and destinations have in common: both receive something that the service sends. */
import { type ReactNode, useState } from "react";
import type { Scope } from "../../client/index.ts";
import { Button, Card, type Doing } from "./basics.tsx";
import { Confirm } from "./dialog.tsx";

interface ReceiverActionsProps {
  readonly what: "webhook" | "destination";
  /** The scope of all these actions. */
  readonly needs: Scope;
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
  const { what, needs, active, testing, switching, deleting, warning, children } = props;
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Button needs={needs} look="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {children}
      <Button needs={needs} does={switching}>
        {active ? "Disable" : "Enable"}
      </Button>
      <Button needs={needs} look="primary" does={testing}>
        Send test
      </Button>
      {isDeleting && (
        <Confirm
          title={`Delete this ${what}?`}
          action={`Delete ${what}`}
          does={deleting}
          onClose={() => setDeleting(false)}
        >
          {warning}
        </Confirm>
      )}
    </>
  );
};

interface SettingsCardProps {
  /** The scope of changing them. */
  readonly needs: Scope;
  /** The form, while they are edited. */
  readonly form: (close: () => void) => ReactNode;
  /** The settings as they are. */
  readonly children: ReactNode;
}

export const SettingsCard = ({ needs, form, children }: SettingsCardProps) => {
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title="Settings"
      actions={
        !isEditing && (
          <Button needs={needs} isSmall onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? form(() => setEditing(false)) : children}
    </Card>
  );
};
