import { TEMPLATE_VALUES } from "../../client/vocabulary.ts";
import { Button } from "../ui/basics.tsx";
import { AreaField, TextField } from "../ui/form.tsx";

/** A header as it is typed. */
export interface HeaderDraft {
  readonly name: string;
  readonly value: string;
}

const MAX_HEADERS = 4;

/** A template as text: JSON in lines, or plain text. */
export const showTemplate = (template: unknown): string =>
  typeof template === "string" ? template : JSON.stringify(template, null, 2);

/** A template as it is sent; a text that starts like JSON must be JSON. */
export const readTemplate = (
  text: string,
): { template: string | Record<string, unknown> } | { fault: string } => {
  if (!text.trimStart().startsWith("{") || text.trimStart().startsWith("{{")) return { template: text };
  try {
    return { template: JSON.parse(text) };
  } catch (error) {
    return { fault: `This is not valid JSON: ${(error as Error).message}` };
  }
};

interface TemplatePartsProps {
  readonly text: string;
  readonly fault: string | undefined;
  readonly onText: (text: string) => void;
}

/** The body of messages of format `custom`. */
export const TemplateParts = ({ text, fault, onText }: TemplatePartsProps) => (
  <>
    <AreaField
      label="Body"
      rows={6}
      required
      spellCheck={false}
      className="mono"
      value={text}
      fault={fault}
      onValue={onText}
      hint="JSON or plain text. Values are escaped."
    />
    <details>
      <summary>Values</summary>
      <dl className="facts">
        {Object.entries(TEMPLATE_VALUES).map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>{meaning.replaceAll("`", "")}</dd>
          </div>
        ))}
      </dl>
    </details>
  </>
);

interface HeaderPartsProps {
  readonly headers: readonly HeaderDraft[];
  readonly onHeaders: (headers: readonly HeaderDraft[]) => void;
}

/** Further headers, such as a token. */
export const HeaderParts = ({ headers, onHeaders }: HeaderPartsProps) => {
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
      {headers.length < MAX_HEADERS && (
        <Button isSmall onClick={() => onHeaders([...headers, { name: "", value: "" }])}>
          Add header
        </Button>
      )}
    </fieldset>
  );
};
