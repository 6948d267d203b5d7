import { useState } from "react";
import { Button } from "./basics.tsx";
import { COPIED_MS, copyText } from "./copyText.ts";

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly isSmall?: boolean;
}

/** Copies a text, and says so, or that the browser does not allow it. */
export const CopyButton = ({ text, label = "Copy", isSmall = false }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<string | null>(null);
  const copy = async () => {
    setOutcome((await copyText(text)) ? "Copied" : "Not allowed");
    setTimeout(() => setOutcome(null), COPIED_MS);
  };
  return (
    <Button isSmall={isSmall} onClick={() => void copy()}>
      <span aria-live="polite">{outcome ?? label}</span>
    </Button>
  );
};
