import { type ComponentProps, type ReactNode, useState } from "react";
import { Button, Card } from "../ui/basics.tsx";
import { SelectField } from "../ui/form.tsx";
import { PagePicture } from "./pagePicture.tsx";

const ZOOMS = ["100", "150", "200", "300"] as const;
type Zoom = (typeof ZOOMS)[number];

interface PageCardProps extends Omit<ComponentProps<typeof PagePicture>, "zoom"> {
  readonly title: string;
  /** How to open the page in another way. */
  readonly children: ReactNode;
}

/** The inspected page with its zoom and notes. */
export const PageCard = ({ title, children, ...picture }: PageCardProps) => {
  const [zoom, setZoom] = useState<Zoom>("100");
  const [isWide, setWide] = useState(false);
  return (
    <Card
      title={title}
      isFlush
      actions={
        <>
          <SelectField
            label="Zoom"
            value={zoom}
            options={ZOOMS.map((each) => [each, `${each}%`] as const)}
            onValue={setZoom}
          />
          <Button isSmall aria-pressed={isWide} data-wide onClick={() => setWide(!isWide)}>
            {isWide ? "Side by side" : "Full width"}
          </Button>
        </>
      }
    >
      {picture.pictureUrl === null && (
        <p className="pager">Shown as text, because a picture of the page could show a secret.</p>
      )}
      <PagePicture {...picture} zoom={Number(zoom)} />
      {picture.page.notes.map((note) => (
        <p key={note} className="pager">
          {note}
        </p>
      ))}
      {children}
    </Card>
  );
};
