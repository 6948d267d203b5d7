import * as Radix from "@radix-ui/react-dialog";
import { type ReactNode, useState } from "react";
import { Button, type Doing } from "./basics.tsx";
import { Icon } from "./icons.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
}

/** What has the focus; of a menu's item, which is about to go, the button that opened the menu. */
const findOpener = (): HTMLElement | null => {
  const menu = document.activeElement?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = menu ? document.getElementById(menu) : document.activeElement;
  return opener instanceof HTMLElement ? opener : null;
};

/**
 * A dialog that is open while it is rendered. Radix keeps the focus inside and closes it with Escape; the focus then returns to where
 * it was.
 */
export const Dialog = ({ title, onClose, children, className = "dialog" }: DialogProps) => {
  const [opener] = useState(findOpener);
  const giveFocusBack = (event: Event): void => {
    event.preventDefault();
    (opener?.isConnected ? opener : document.getElementById("content"))?.focus({ preventScroll: true });
  };
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        {/* Radix's own overlay writes a style sheet into the page, which its policy does not allow. */}
        <div className="overlay" />
        <Radix.Content className={className} aria-describedby={undefined} onCloseAutoFocus={giveFocusBack}>
          <div className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close className="button quiet small square" aria-label="Close">
              <Icon name="close" />
            </Radix.Close>
          </div>
          <div className="dialog-body">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};

interface ConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly does: Doing;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action that can't be undone. */
export const Confirm = ({ title, children, action, does, onClose }: ConfirmProps) => (
  <Dialog title={title} onClose={onClose}>
    <div>{children}</div>
    <div className="dialog-foot">
      <Button onClick={onClose}>Cancel</Button>
      <Button look="danger" does={does}>
        {action}
      </Button>
    </div>
  </Dialog>
);
