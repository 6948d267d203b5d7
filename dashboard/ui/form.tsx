import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import type { Scope } from "../../client/index.ts";
import { useRefusal } from "../api/session.tsx";
import { showName } from "./format.ts";

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
}

/** A control with its label, hint and validation error. */
const Field = ({
  label,
  hint,
  fault,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) => {
  const id = useId();
  const hasNotes = hint !== undefined || fault !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": hasNotes ? `${id}-notes` : undefined,
        "aria-invalid": fault === undefined ? undefined : true,
      })}
      {hasNotes && (
        <span id={`${id}-notes`}>
          {fault !== undefined && <span className="fault">{fault} </span>}
          {hint !== undefined && <span className="hint">{hint}</span>}
        </span>
      )}
    </div>
  );
};

type TextProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> & {
    readonly value: string;
    readonly onValue: (value: string) => void;
  };

export const TextField = ({ label, hint, fault, onValue, ...rest }: TextProps) => (
  <Field label={label} hint={hint} fault={fault}>
    {(control) => (
      <input type="text" {...rest} {...control} onChange={(event) => onValue(event.target.value)} />
    )}
  </Field>
);

type FileProps = FieldProps & {
  /** Accepted file extensions and types. */
  readonly accept: string;
  readonly onFile: (file: File | null) => void;
};

export const FileField = ({ label, hint, fault, accept, onFile }: FileProps) => (
  <Field label={label} hint={hint} fault={fault}>
    {(control) => (
      <input
        type="file"
        accept={accept}
        {...control}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
      />
    )}
  </Field>
);

type AreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "value"> & {
    readonly value: string;
    readonly onValue: (value: string) => void;
  };

export const AreaField = ({ label, hint, fault, onValue, ...rest }: AreaProps) => (
  <Field label={label} hint={hint} fault={fault}>
    {(control) => <textarea {...rest} {...control} onChange={(event) => onValue(event.target.value)} />}
  </Field>
);

interface SelectProps<T extends string> extends FieldProps {
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly options: readonly (T | readonly [value: T, label: string])[];
  /** The scope of what a choice does at once: disabled for people whose role lacks it. */
  readonly needs?: Scope;
}

export const SelectField = <T extends string>({
  label,
  hint,
  fault,
  value,
  onValue,
  options,
  needs,
}: SelectProps<T>) => {
  const refusal = useRefusal(needs);
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={refusal !== undefined}
          title={refusal}
          onChange={(event) => onValue(event.target.value as T)}
        >
          {options.map((option) => {
            const [text, name] = typeof option === "string" ? [option, showName(option)] : option;
            return (
              <option key={text} value={text}>
                {name}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
};

interface CheckProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
  readonly disabled?: boolean;
}

export const Check = ({ label, hint, isOn, onToggle, disabled = false }: CheckProps) => {
  const id = useId();
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        {...(hint !== undefined && { "aria-labelledby": `${id}-name`, "aria-describedby": `${id}-hint` })}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <span>
        <span id={`${id}-name`}>{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="hint">
            {" "}
            {hint}
          </span>
        )}
      </span>
    </label>
  );
};

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly options: readonly (readonly [value: T, label: string])[];
}

/** A few options side by side, of which one is selected. */
export const Segments = <T extends string>({ label, value, onValue, options }: SegmentsProps<T>) => {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {options.map(([choice, text]) => (
        <label key={choice}>
          <input type="radio" name={name} checked={choice === value} onChange={() => onValue(choice)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
};

interface FormProps {
  /** For a button outside the form that sends it. */
  readonly id?: string;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

/** A form handled by the page, not the browser. */
export const Form = ({ id, onSend, children }: FormProps) => (
  <form
    id={id}
    className="form"
    onKeyDown={(event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      const { elements } = event.currentTarget;
      // A form whose button can't be pressed is not sent.
      if (![...elements].some((control) => control.matches("[type=submit]:disabled")))
        event.currentTarget.requestSubmit();
    }}
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {children}
  </form>
);
