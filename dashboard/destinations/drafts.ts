/** A target as typed: text for each field. */
import type { Destination, DestinationTarget } from "../../client/index.ts";
import { draftHeaders, type HeaderDraft, readHeaders } from "../ui/headers.ts";

export interface BucketDraft {
  readonly type: "s3";
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
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
      accessKeyId: "",
      secretAccessKey: "",
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
  return { ...EMPTY_TARGETS[target.type], ...target } as BucketDraft | FolderDraft;
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
  const { endpoint, prefix, ...rest } = draft;
  return {
    ...rest,
    bucket: rest.bucket.trim(),
    accessKeyId: rest.accessKeyId.trim(),
    secretAccessKey: rest.secretAccessKey.trim(),
    ...(endpoint.trim() !== "" && { endpoint: endpoint.trim() }),
    ...(prefix.trim() !== "" && { prefix: prefix.trim() }),
  };
};
