/** What delivering needs from outside: places that take files, and receivers of requests. */
import type { DestinationTarget } from "../../contract/destinations.ts";

/** A place that takes files. Each method throws `PlaceError` if the place refuses or does not answer. */
export interface FilePlace {
  /** Writes a whole file: readers see the old one or the new one, and nothing in between. */
  readonly put: (path: string, body: Buffer, contentType: string) => Promise<void>;
  /** The file; null if there is none. */
  readonly get: (path: string) => Promise<Buffer | null>;
  /** Removing a file that does not exist succeeds. */
  readonly remove: (path: string) => Promise<void>;
}

/** A receiver of requests. @throws PlaceError unless it answers 2xx */
export interface Receiver {
  readonly post: (headers: Readonly<Record<string, string>>, body: string) => Promise<void>;
}

type FileTarget = Extract<DestinationTarget, { type: "s3" | "folder" }>;
type HttpTarget = Extract<DestinationTarget, { type: "http" }>;

export interface WithPlaces {
  readonly places: {
    readonly openFiles: (target: FileTarget) => Promise<FilePlace>;
    readonly openReceiver: (target: HttpTarget) => Receiver;
  };
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** Whether the operator has named a folder for destinations of type `folder`. */
export interface WithFolderRoot {
  readonly hasFolderRoot: boolean;
}
