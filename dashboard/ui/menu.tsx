import * as Radix from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import type { Scope } from "../../client/index.ts";
import { useRefusal } from "../api/session.tsx";

interface MenuProps {
  /** Content of the button. */
  readonly label: ReactNode;
  /** Accessible name of a button that only shows an icon. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** A button that opens a menu. The page behind it stays usable. */
export const Menu = ({ label, name, children }: MenuProps) => (
  <Radix.Root modal={false}>
    <Radix.Trigger className="button small" aria-label={name}>
      {label}
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

interface MenuCheckProps {
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
  readonly children: ReactNode;
}

/** An option in a menu that stays open. */
export const MenuCheck = ({ isOn, onToggle, children }: MenuCheckProps) => (
  <Radix.CheckboxItem
    className="menu-item"
    checked={isOn}
    onCheckedChange={onToggle}
    onSelect={(event) => event.preventDefault()}
  >
    <span className="menu-tick" aria-hidden="true">
      {isOn ? "✓" : ""}
    </span>
    {children}
  </Radix.CheckboxItem>
);

interface MenuItemProps {
  readonly onChoose: () => void;
  /** Deletes something. */
  readonly isDanger?: boolean;
  /** The scope of what it does: disabled for people whose role lacks it. */
  readonly needs?: Scope;
  readonly children: ReactNode;
}

/** An action in a menu. */
export const MenuItem = ({ onChoose, isDanger = false, needs, children }: MenuItemProps) => {
  const refusal = useRefusal(needs);
  return (
    <Radix.Item
      className={isDanger ? "menu-item danger" : "menu-item"}
      disabled={refusal !== undefined}
      title={refusal}
      onSelect={onChoose}
    >
      {children}
    </Radix.Item>
  );
};
