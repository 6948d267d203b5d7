import * as Radix from "@radix-ui/react-toast";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { ToastContext, type ToastTone } from "../api/toasts.ts";
import { Icon } from "./icons.tsx";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
}

const SHOWN_MS = 6_000;
/** Errors stay longer, because there is more to read. */
const SHOWN_BAD_MS = 15_000;
const MAX_SHOWN = 4;

let lastId = 0;

/** Short messages at the edge of the screen, announced to screen readers. F8 moves the focus to them. */
export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = (id: number) => setToasts((all) => all.filter((each) => each.id !== id));
  const say = useCallback((text: string, tone: ToastTone = "good") => {
    lastId += 1;
    const id = lastId;
    setToasts((all) => [...all.slice(1 - MAX_SHOWN), { id, text, tone }]);
  }, []);
  const value = useMemo(() => ({ say }), [say]);
  return (
    <ToastContext value={value}>
      <Radix.Provider label="Notification" swipeDirection="right">
        {children}
        {toasts.map(({ id, text, tone }) => (
          <Radix.Root
            key={id}
            className={`toast ${tone}`}
            type={tone === "bad" ? "foreground" : "background"}
            duration={tone === "bad" ? SHOWN_BAD_MS : SHOWN_MS}
            onOpenChange={(isOpen) => !isOpen && dismiss(id)}
          >
            <Radix.Description>{text}</Radix.Description>
            <Radix.Close className="button quiet small square" aria-label="Dismiss">
              <Icon name="close" />
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className="toasts" />
      </Radix.Provider>
    </ToastContext>
  );
};
