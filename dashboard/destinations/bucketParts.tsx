import { useRecord } from "../api/queries.ts";
import { SelectField, TextField } from "../ui/form.tsx";
import type { BucketDraft } from "./drafts.ts";
import { SecretField } from "./secretField.tsx";

interface BucketPartsProps {
  readonly target: BucketDraft;
  readonly onTarget: (target: BucketDraft) => void;
}

const KeyParts = ({ target, onTarget }: BucketPartsProps) => (
  <>
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

const RolePart = ({ target, onTarget }: BucketPartsProps) => {
  const { data: account } = useRecord(["account"], (client) => client.getAccount());
  return (
    <TextField
      label="Role"
      required
      autoComplete="off"
      spellCheck={false}
      value={target.roleArn}
      placeholder="arn:aws:iam::123456789012:role/gleaner-destination-shop"
      hint={`Its name starts with gleaner-destination-, and its trust policy requires the external ID ${account?.id ?? "of your account"}.`}
      onValue={(roleArn) => onTarget({ ...target, roleArn })}
    />
  );
};

/** The fields of a bucket, which is opened with a key or, on AWS, by a role. */
export const BucketParts = ({ target, onTarget }: BucketPartsProps) => (
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
    <SelectField
      label="Access"
      value={target.access}
      options={[
        ["key", "With an access key"],
        ["role", "By a role, on AWS"],
      ]}
      onValue={(access) => onTarget({ ...target, access })}
    />
    {target.access === "key" ? (
      <KeyParts target={target} onTarget={onTarget} />
    ) : (
      <RolePart target={target} onTarget={onTarget} />
    )}
  </>
);
