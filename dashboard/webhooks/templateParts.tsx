import { TEMPLATE_VALUES } from "../../client/vocabulary.ts";
import { AreaField } from "../ui/form.tsx";

/** A template as text: JSON in lines, or plain text. */
export const showTemplate = (template: unknown): string =>
  typeof template === "string" ? template : JSON.stringify(template, null, 2);

/** A template to send; a text that starts like JSON must be JSON. */
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
