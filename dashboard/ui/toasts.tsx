import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";

type Tone = "good" | "bad";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
}

interface Toasts {
  readonly say: (text: string, tone?: Tone) => void;
}

const SHOWN_MS = 6_000;
/** What went wrong stays longer: there is more to read. */
const SHOWN_BAD_MS = 15_000;

const ToastContext = createContext<Toasts>({ say: () => {} });

export const useToasts = (): Toasts => use(ToastContext);

let lastId = 0;

/** Short messages at the edge of the screen, read out as they come. */
export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((each) => each.id !== id)), []);
  const say = useCallback(
    (text: string, tone: Tone = "good") => {
      lastId += 1;
      const id = lastId;
      setToasts((all) => [...all.slice(-3), { id, text, tone }]);
      setTimeout(() => dismiss(id), tone === "bad" ? SHOWN_BAD_MS : SHOWN_MS);
    },
    [dismiss],
  );
  const value = useMemo(() => ({ say }), [say]);
  return (
    <ToastContext value={value}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text, tone }) => (
          <div key={id} className={`toast ${tone}`}>
            <span>{text}</span>
            <button
              type="button"
              className="button quiet small square"
              aria-label="Dismiss"
              onClick={() => dismiss(id)}
            >
              ×
            </button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
};
