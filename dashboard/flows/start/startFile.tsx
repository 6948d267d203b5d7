import { type DragEvent, type ReactNode, useState } from "react";
import type { Client, UploadedPage } from "../../../client/index.ts";
import { useAction } from "../../api/queries.ts";
import { FileField } from "../../ui/form.tsx";
import { showDay } from "../../ui/format.ts";
import { Problem } from "../../ui/problem.tsx";

const ACCEPT = ".pdf,.docx,.xlsx,.ods,.odt,.rtf,.epub,.csv,.tsv,.json,.ndjson,.xml,.html,.htm,.txt";

interface StartFileProps {
  /** The URL field and what else is above the file field. */
  readonly children: ReactNode;
  /** Called with the address of the file once it is uploaded. */
  readonly onAddress: (address: string) => void;
}

/** A file instead of a URL: chosen, or dropped on what is shown here. */
export const StartFile = ({ children, onAddress }: StartFileProps) => {
  const [isOver, setOver] = useState(false);
  const uploading = useAction((client: Client, file: File) => client.uploads.sendFile(file), {
    isQuiet: true,
    onDone: ({ address }: UploadedPage) => onAddress(address),
  });
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) uploading.mutate(file);
  };
  const { data, variables } = uploading;
  const hint = uploading.isPending
    ? `Uploading ${variables?.name ?? "the file"}…`
    : data
      ? `${variables?.name ?? "The file"} is uploaded and kept until ${showDay(data.keptUntil ?? data.expiresAt)}.`
      : "PDF, Word, Excel, OpenDocument, CSV, JSON or HTML, up to 50 MB. You can drop it here.";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file field below does the same with keys.
    <div
      className={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <FileField
        label="Or a file"
        hint={hint}
        accept={ACCEPT}
        onFile={(file) => file && uploading.mutate(file)}
      />
      {uploading.error !== null && <Problem error={uploading.error} />}
    </div>
  );
};
