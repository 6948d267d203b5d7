/** What can be done with the element that was clicked last. */
import type { InspectedPage, PickedElement } from "../../client/index.ts";
import { Button } from "../ui/basics.tsx";
import { fieldsAt, type InspectedElement, linkAt, nextSize, nodeIn, type PointedField } from "./points.ts";

interface ChosenProps {
  readonly page: InspectedPage;
  readonly element: InspectedElement;
  readonly fields: readonly PointedField[];
  readonly picks: readonly PickedElement[];
  readonly onPicks: (picks: readonly PickedElement[]) => void;
  readonly onRemove: (name: string) => void;
  /** The page that it links to is opened, to be pointed at; absent: this page was reached so itself. */
  readonly onFollow?: (() => void) | undefined;
  /** The pick moves to an element around it or inside it. */
  readonly onResize: (to: InspectedElement) => void;
  /** It is clicked, and the page opened again. */
  readonly onClickFirst: (element: InspectedElement) => void;
}

interface Choice {
  readonly name: string;
  readonly choose: () => void;
  /** Its shortcut on the page. */
  readonly keys?: string;
}

/** What may be said of a value that is collected. */
const refinements = ({ page, element, fields, picks, onPicks, onRemove }: ChosenProps): Choice[] => {
  const lit = fieldsAt(fields, page, element);
  const ruleOut = (field: PointedField): PickedElement => ({
    node: nodeIn(field, page, element),
    name: field.name,
    not: true,
  });
  return [
    ...lit.flatMap((field): Choice[] => [
      { name: `This is not ${field.name}`, choose: () => onPicks([...picks, ruleOut(field)]) },
      { name: `Remove column ${field.name}`, choose: () => onRemove(field.name) },
    ]),
    ...(lit.length > 1
      ? lit.map(
          (field): Choice => ({
            name: `Only in ${field.name}`,
            choose: () => onPicks([...picks, ...lit.filter((other) => other !== field).map(ruleOut)]),
          }),
        )
      : []),
    ...(element.record !== undefined && lit.length > 0
      ? [{ name: "Not a record", choose: () => onPicks([...picks, { node: element.node, not: true }]) }]
      : []),
  ];
};

/** The elements around and inside a value that is collected. */
const sizes = ({ page, element, fields, onResize }: ChosenProps): Choice[] => {
  if (fieldsAt(fields, page, element).length === 0) return [];
  const [wider, narrower] = [nextSize(page, element, "wider"), nextSize(page, element, "narrower")];
  return [
    ...(wider ? [{ name: "Wider", choose: () => onResize(wider), keys: "Shift + ↑" }] : []),
    ...(narrower ? [{ name: "Narrower", choose: () => onResize(narrower), keys: "Shift + ↓" }] : []),
  ];
};

/** What may be done with a link or a button. */
const uses = ({ element, fields, page, picks, onPicks, onFollow, onClickFirst }: ChosenProps): Choice[] => {
  const link = linkAt(page, element);
  const { kind, node, text } = link ?? element;
  const isLink = link !== undefined;
  const isButton = kind === "button";
  const hasLink = picks.some(({ take }) => take === "link");
  const isValue = fieldsAt(fields, page, element).length > 0;
  const canLead = (isLink || isButton) && fields.length > 0;
  return [
    ...(isLink && fields.length > 0 && !hasLink
      ? [{ name: "Collect its link, too", choose: () => onPicks([...picks, { node, take: "link" }]) }]
      : []),
    ...(isLink && fields.length > 0 && onFollow ? [{ name: "Follow this link", choose: onFollow }] : []),
    ...(canLead
      ? [{ name: "It leads to the next page", choose: () => onPicks([...picks, { node, take: "next" }]) }]
      : []),
    ...((isButton || isLink) && text !== "" && !text.endsWith("…")
      ? [{ name: "Click it, then read the page", choose: () => onClickFirst(link ?? element) }]
      : []),
    ...(!isValue && (isButton || kind === "input") && text !== ""
      ? [{ name: "Collect its text", choose: () => onPicks([...picks, { node }]) }]
      : []),
  ];
};

export const Chosen = (props: ChosenProps) => {
  const { element } = props;
  const choices = [...sizes(props), ...refinements(props), ...uses(props)];
  if (choices.length === 0) return null;
  return (
    <section className="point-chosen" aria-label="Selected element">
      <p className="truncate">
        {element.kind === "image" ? "Image" : "Selected"}: <strong>{element.text || "no text"}</strong>
      </p>
      <div className="actions">
        {choices.map(({ name, choose, keys }) => (
          <Button key={name} isSmall title={keys} onClick={choose}>
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
};
