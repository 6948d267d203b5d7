import { TextField } from "../ui/form.tsx";
import { HeaderParts } from "../ui/headerParts.tsx";
import { BucketParts } from "./bucketParts.tsx";
import type { FolderDraft, TargetDraft, UrlDraft } from "./drafts.ts";
import { TableParts } from "./tableParts.tsx";

interface PartsProps<Draft> {
  readonly target: Draft;
  readonly onTarget: (target: Draft) => void;
}

const MAX_HEADERS = 20;

const FolderParts = ({ target, onTarget }: PartsProps<FolderDraft>) => (
  <TextField
    label="Folder"
    required
    spellCheck={false}
    value={target.folder}
    placeholder="shop/prices"
    hint="Under the folder that the operator has named with --destination-folder. It is created if needed."
    onValue={(folder) => onTarget({ ...target, folder })}
  />
);

const UrlParts = ({ target, onTarget }: PartsProps<UrlDraft>) => (
  <>
    <TextField
      label="URL"
      required
      type="url"
      spellCheck={false}
      value={target.url}
      placeholder="https://example.com/data"
      hint="Receives NDJSON by POST, in parts of about 1 MB. Its query is encrypted."
      onValue={(url) => onTarget({ ...target, url })}
    />
    <HeaderParts
      headers={target.headers}
      onHeaders={(headers) => onTarget({ ...target, headers })}
      max={MAX_HEADERS}
    />
  </>
);

/** The fields of a target, by its type. */
export const TargetParts = ({ target, onTarget }: PartsProps<TargetDraft>) => {
  if (target.type === "s3") return <BucketParts target={target} onTarget={onTarget} />;
  if (target.type === "postgres") return <TableParts target={target} onTarget={onTarget} />;
  if (target.type === "folder") return <FolderParts target={target} onTarget={onTarget} />;
  return <UrlParts target={target} onTarget={onTarget} />;
};
