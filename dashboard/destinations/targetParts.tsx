import { TextField } from "../ui/form.tsx";
import { HeaderParts } from "../ui/headerParts.tsx";
import type { BucketDraft, FolderDraft, TargetDraft, UrlDraft } from "./drafts.ts";
import { SecretField } from "./secretField.tsx";
import { TableParts } from "./tableParts.tsx";

interface PartsProps<Draft> {
  readonly target: Draft;
  readonly onTarget: (target: Draft) => void;
}

const MAX_HEADERS = 20;

const BucketParts = ({ target, onTarget }: PartsProps<BucketDraft>) => (
  <>
    <TextField
      label="Bucket"
      required
      spellCheck={false}
      value={target.bucket}
      onValue={(bucket) => onTarget({ ...target, bucket })}
    />
    <div className="fields">
      <TextField
        label="Region"
        required
        spellCheck={false}
        value={target.region}
        onValue={(region) => onTarget({ ...target, region })}
      />
      <TextField
        label="Folder in the bucket"
        spellCheck={false}
        value={target.prefix}
        hint="Leave empty to use the top level."
        onValue={(prefix) => onTarget({ ...target, prefix })}
      />
    </div>
    <TextField
      label="Endpoint"
      type="url"
      value={target.endpoint}
      placeholder="https://s3.example.com"
      hint="The URL of an S3-compatible service. Leave empty to use AWS."
      onValue={(endpoint) => onTarget({ ...target, endpoint })}
    />
    <div className="fields">
      <TextField
        label="Access key ID"
        required
        autoComplete="off"
        spellCheck={false}
        value={target.accessKeyId}
        hint="The key needs s3:PutObject; for the latest records also s3:GetObject and s3:DeleteObject."
        onValue={(accessKeyId) => onTarget({ ...target, accessKeyId })}
      />
      <SecretField
        label="Secret access key"
        value={target.secretAccessKey}
        onValue={(secretAccessKey) => onTarget({ ...target, secretAccessKey })}
      />
    </div>
  </>
);

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
