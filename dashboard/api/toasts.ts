import { createContext, use } from "react";

/** Tone of a message: done, neutral or failed. */
export type ToastTone = "good" | "plain" | "bad";

interface Toasts {
  readonly say: (text: string, tone?: ToastTone) => void;
}

/** Where changes report how they ended; `ToastProvider` shows it. */
export const ToastContext = createContext<Toasts>({ say: () => {} });

export const useToasts = (): Toasts => use(ToastContext);
