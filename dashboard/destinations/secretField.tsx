import { TextField } from "../ui/form.tsx";

const HIDDEN = "…";

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A secret, which the service shows as `…` and keeps if it gets that back. */
export const SecretField = ({ label, value, onValue }: SecretFieldProps) => (
  <TextField
    label={label}
    required
    type="password"
    autoComplete="off"
    spellCheck={false}
    value={value}
    hint={value === HIDDEN ? "Hidden. Leave as it is to keep it." : "Encrypted. It can't be shown again."}
    onValue={onValue}
  />
);
