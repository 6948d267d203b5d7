import { CopyButton } from "./copyButton.tsx";

/** A secret that is shown only once, with a copy button. */
export const Secret = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <div className="secret">
    <output aria-label={label} className="mono">
      {value}
    </output>
    <CopyButton text={value} />
  </div>
);
