/** The pictures that a monitor has taken last, with the areas that it ignores drawn on them. */
import { useState } from "react";
import type { Flow } from "../../../client/index.ts";
import { useFirstLinks } from "../../api/pictureLinks.ts";
import { Button, Card, Time } from "../../ui/basics.tsx";
import { type Area, AreaEditor } from "./areaEditor.tsx";
import type { Read } from "./recordNames.ts";

interface Taken {
  readonly read: Read;
  readonly digest: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

const takenOf = (read: Read): Taken[] => {
  const { record, pictureUrl } = read;
  const { picture, width, height } = record;
  return pictureUrl !== undefined && typeof picture === "string"
    ? [{ read, digest: picture, url: pictureUrl, width: Number(width), height: Number(height) }]
    : [];
};

/** Where the elements of ignored selectors were, as the record says. */
const elementsOf = ({ record }: Read): readonly Area[] =>
  Array.isArray(record.ignored) ? (record.ignored as Area[]) : [];

export const Pictures = ({ flow, reads }: { readonly flow: Flow; readonly reads: readonly Read[] }) => {
  const [drawnOn, setDrawnOn] = useState<string | null>(null);
  const linkOf = useFirstLinks();
  return reads.flatMap(takenOf).map(({ read, digest, url, width, height }) => (
    <Card
      key={read.key}
      title={String(read.record.title ?? read.record.url)}
      actions={
        <>
          {read.since !== undefined && (
            <span className="muted">
              As of <Time at={read.since} />
            </span>
          )}
          {drawnOn !== read.key && (
            <Button needs="flows:write" isSmall onClick={() => setDrawnOn(read.key)}>
              Ignore areas
            </Button>
          )}
        </>
      }
    >
      <AreaEditor
        flow={flow}
        picture={{ url: linkOf(digest, url), width, height, title: String(read.record.title ?? "the page") }}
        elements={elementsOf(read)}
        isOpen={drawnOn === read.key}
        onClose={() => setDrawnOn(null)}
      />
    </Card>
  ));
};
