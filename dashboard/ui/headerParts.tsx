import { Button } from "./basics.tsx";
import { TextField } from "./form.tsx";
import type { HeaderDraft } from "./headers.ts";

interface HeaderPartsProps {
  readonly headers: readonly HeaderDraft[];
  readonly onHeaders: (headers: readonly HeaderDraft[]) => void;
  readonly max: number;
}

/** Further headers, such as a token. */
export const HeaderParts = ({ headers, onHeaders, max }: HeaderPartsProps) => {
  const change = (at: number, patch: Partial<HeaderDraft>) =>
    onHeaders(headers.map((header, index) => (index === at ? { ...header, ...patch } : header)));
  return (
    <fieldset>
      <legend>Headers</legend>
      {headers.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header is known by its place alone.
        <div key={at} className="fields">
          <TextField
            label="Name"
            required
            value={name}
            spellCheck={false}
            placeholder="Authorization"
            onValue={(next) => change(at, { name: next })}
          />
          <TextField
            label="Value"
            required
            value={value}
            spellCheck={false}
            autoComplete="off"
            placeholder="Bearer …"
            hint={
              value === "…"
                ? "Hidden. Leave as it is to keep the value."
                : "Encrypted. It can't be shown again."
            }
            onValue={(next) => change(at, { value: next })}
          />
          <div>
            <Button isSmall onClick={() => onHeaders(headers.filter((_, index) => index !== at))}>
              Remove
            </Button>
          </div>
        </div>
      ))}
      {headers.length < max && (
        <Button isSmall onClick={() => onHeaders([...headers, { name: "", value: "" }])}>
          Add header
        </Button>
      )}
    </fieldset>
  );
};
