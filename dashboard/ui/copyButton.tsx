import { useState } from "react";
import { Button } from "./basics.tsx";

const COPIED_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly isSmall?: boolean;
}

/** Copies a text, and says so. */
export const CopyButton = ({ text, label = "Copy", isSmall = false }: CopyButtonProps) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <Button isSmall={isSmall} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </Button>
  );
};
