import { Button, Card } from "../ui/basics.tsx";
import { Check } from "../ui/form.tsx";
import { FieldRows } from "./fieldRows.tsx";
import type { Details } from "./opening.ts";
import type { PointedField } from "./points.ts";

interface FieldsCardProps {
  readonly fields: readonly PointedField[];
  /** Fields without a single element on the page. */
  readonly kept: readonly string[];
  readonly details: Details | null;
  readonly refined: string | null;
  readonly hasPages: boolean;
  /** The page after this one, if a link leads to it. */
  readonly nextUrl: string | undefined;
  readonly pagesOn: boolean;
  readonly onPagesOn: (isOn: boolean) => void;
  readonly onRename: (from: string, to: string) => void;
  readonly onRetype: (name: string, type: string) => void;
  /** Reads the field from this place, as a step writes it. */
  readonly onSelector: (name: string, text: string) => void;
  readonly onRefine: (name: string | null) => void;
  readonly onRemove: (name: string) => void;
  readonly onRemoveDetails: () => void;
}

/** The end of a URL, by which a person tells pages of a site apart. */
const lastPart = (url: string): string => {
  const { pathname, search, hostname } = new URL(url);
  return (pathname.split("/").filter(Boolean).at(-1) ?? hostname) + search;
};

/** What the flow collects: columns of this page, fields of detail pages, and pagination. */
export const FieldsCard = ({
  fields,
  kept,
  details,
  refined,
  hasPages,
  nextUrl,
  pagesOn,
  onPagesOn,
  onRename,
  onRetype,
  onSelector,
  onRefine,
  onRemove,
  onRemoveDetails,
}: FieldsCardProps) => {
  if (fields.length === 0 && kept.length === 0) return null;
  const placed = fields.filter(({ name }) => !kept.includes(name));
  return (
    <Card title="Fields">
      <FieldRows
        fields={placed}
        refined={refined}
        onRename={onRename}
        onRetype={onRetype}
        onSelector={onSelector}
        onRefine={onRefine}
        onRemove={onRemove}
      />
      {kept.map((name) => (
        <p key={name} className="hint">
          <strong>{name}</strong> has no single element on this page and is kept unchanged.{" "}
          <Button isSmall look="quiet" aria-label={`Remove: ${name}`} onClick={() => onRemove(name)}>
            Remove
          </Button>
        </p>
      ))}
      {details !== null && (
        <p>
          From the page of each record: {Object.keys(details.made.outputSchema).join(", ")}{" "}
          <Button isSmall look="quiet" onClick={onRemoveDetails}>
            Don't follow
          </Button>
        </p>
      )}
      {hasPages && (
        <Check
          label="Follow the link to the next page"
          isOn={pagesOn}
          onToggle={onPagesOn}
          hint={nextUrl && `Next: ${lastPart(nextUrl)}`}
        />
      )}
    </Card>
  );
};
