/** Manifests name the files of a run's data, and are written last. They are described in the guide. */
import { createHash } from "node:crypto";

/** What a manifest says of a file, beside its path. */
export interface FileFacts {
  readonly items: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ManifestPart extends FileFacts {
  readonly path: string;
}

/** What all manifests have in common. */
export interface Manifest {
  readonly version: 1;
  readonly flowId: string;
  readonly runId: string;
  readonly format: string;
  /** When the run ended. */
  readonly collectedAt: string | null;
  readonly itemCount: number;
  readonly fields: readonly string[];
  readonly parts: readonly ManifestPart[];
}

export const factsOfFile = (items: number, body: Buffer): FileFacts => ({
  items,
  bytes: body.length,
  sha256: createHash("sha256").update(body).digest("hex"),
});

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;
