/** What was found about the pictures of two collections, which are compared before their records are. */
import type { NoiseReason, RecordChange } from "../../contract/runs/changes.ts";
import type { PictureDiff } from "../../contract/steps/pictures.ts";

/** The field of a record that names its picture, by its SHA-256. */
const PICTURE_FIELD = "picture";

export interface PictureFinding {
  readonly key: string;
  readonly previous: string;
  readonly current: string;
  readonly figures: PictureDiff;
  /** Why the difference is noise; absent: it is a change. */
  readonly noise?: NoiseReason;
}

/** Adds to a change how its picture differs. */
export const withPicture = (change: RecordChange, findings: readonly PictureFinding[]): RecordChange => {
  const field = change.fields[PICTURE_FIELD];
  const found = findings.find(({ key, noise }) => key === change.key && noise === undefined);
  if (!field || !found || change.type !== "changed") return change;
  return { ...change, fields: { ...change.fields, [PICTURE_FIELD]: { ...field, picture: found.figures } } };
};

/** Pictures that differ only by noise. Their records keep the earlier picture, so that nothing adds up unseen. */
export const quietPictures = (findings: readonly PictureFinding[]): RecordChange[] =>
  findings.flatMap(({ key, previous, current, figures, noise }): RecordChange[] =>
    noise === undefined
      ? []
      : [
          {
            key,
            type: "changed",
            fields: { [PICTURE_FIELD]: { previous, current, noise, picture: figures } },
          },
        ],
  );
