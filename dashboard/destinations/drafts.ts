/** A target as typed: text for each field. */
import type { Destination, DestinationTarget } from "../../client/index.ts";
import { draftHeaders, type HeaderDraft, readHeaders } from "../ui/headers.ts";

export interface BucketDraft {
  readonly type: "s3";
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly access: "key" | "role";
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly roleArn: string;
}

export interface FolderDraft {
  readonly type: "folder";
  readonly folder: string;
}

export interface UrlDraft {
  readonly type: "http";
  readonly url: string;
  readonly headers: readonly HeaderDraft[];
}

export interface TableDraft {
  readonly type: "postgres";
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly schema: string;
  readonly table: string;
  readonly removed: "flag" | "delete";
  readonly tls: "verify" | "off";
  readonly caCertificate: string;
}

export type TargetDraft = BucketDraft | FolderDraft | UrlDraft | TableDraft;

export const EMPTY_TARGETS: { readonly [Type in TargetDraft["type"]]: Extract<TargetDraft, { type: Type }> } =
  {
    s3: {
      type: "s3",
      endpoint: "",
      region: "us-east-1",
      bucket: "",
      prefix: "",
      access: "key",
      accessKeyId: "",
      secretAccessKey: "",
      roleArn: "",
    },
    postgres: {
      type: "postgres",
      host: "",
      port: "5432",
      database: "",
      user: "",
      password: "",
      schema: "public",
      table: "",
      removed: "flag",
      tls: "verify",
      caCertificate: "",
    },
    http: { type: "http", url: "", headers: [] },
    folder: { type: "folder", folder: "" },
  };

/** A stored target for editing. Its secrets are `…`, which keeps them. */
export const draftTarget = (target: Destination["target"]): TargetDraft => {
  if (target.type === "http") return { type: "http", url: target.url, headers: draftHeaders(target.headers) };
  if (target.type === "postgres")
    return { ...EMPTY_TARGETS.postgres, ...target, port: String(target.port) } as TableDraft;
  if (target.type === "folder") return { ...EMPTY_TARGETS.folder, ...target };
  const access = target.roleArn === undefined ? "key" : "role";
  return { ...EMPTY_TARGETS.s3, ...target, access } as BucketDraft;
};

const readTable = ({ port, caCertificate, ...draft }: TableDraft): DestinationTarget => ({
  ...draft,
  host: draft.host.trim(),
  database: draft.database.trim(),
  user: draft.user.trim(),
  table: draft.table.trim(),
  schema: draft.schema.trim(),
  port: Number(port),
  ...(caCertificate.trim() !== "" && { caCertificate: caCertificate.trim() }),
});

/** The target to send, without empty fields. */
export const readTarget = (draft: TargetDraft): DestinationTarget => {
  if (draft.type === "folder") return { type: "folder", folder: draft.folder.trim() };
  if (draft.type === "http") {
    const headers = readHeaders(draft.headers);
    return { type: "http", url: draft.url.trim(), ...(draft.headers.length > 0 && { headers }) };
  }
  if (draft.type === "postgres") return readTable(draft);
  return readBucket(draft);
};

const readBucket = (draft: BucketDraft): DestinationTarget => {
  const { type, region, access } = draft;
  const [bucket, endpoint, prefix] = [draft.bucket.trim(), draft.endpoint.trim(), draft.prefix.trim()];
  const place = { type, region, bucket, ...(prefix !== "" && { prefix }) };
  if (access === "role") return { ...place, roleArn: draft.roleArn.trim() };
  return {
    ...place,
    ...(endpoint !== "" && { endpoint }),
    accessKeyId: draft.accessKeyId.trim(),
    secretAccessKey: draft.secretAccessKey.trim(),
  };
};
