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

export type TargetDraft = BucketDraft | FolderDraft | UrlDraft;

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
    http: { type: "http", url: "", headers: [] },
    folder: { type: "folder", folder: "" },
  };

/** A stored target for editing. Its secrets are `…`, which keeps them. */
export const draftTarget = (target: Destination["target"]): TargetDraft =>
  target.type === "http"
    ? { type: "http", url: target.url, headers: draftHeaders(target.headers) }
    : ({ ...EMPTY_TARGETS[target.type], ...target } as BucketDraft | FolderDraft);

/** The target to send, without empty fields. */
export const readTarget = (draft: TargetDraft): DestinationTarget => {
  if (draft.type === "folder") return { type: "folder", folder: draft.folder.trim() };
  if (draft.type === "http") {
    const headers = readHeaders(draft.headers);
    return { type: "http", url: draft.url.trim(), ...(draft.headers.length > 0 && { headers }) };
  }
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
