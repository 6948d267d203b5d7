import type { Change, RecordChange } from "../../contract/runs/changes.ts";
import type { ChangeRecord } from "../../store/monitors/changes.ts";
import type { WithFileLinks } from "../files/links.ts";
import { LINK_LIFETIME_MS } from "../screenshots/keepShot.ts";
import { differenceIn, pictureIn } from "./pictures.ts";
import { withUnified } from "./unifiedDiff.ts";

/** @param withNoise whether to show the differences taken for noise, or only their number */
export const showChange = (
  {
    accountId,
    recordsText,
    noise = { differences: 0, reasons: {} },
    noiseText = "[]",
    noiseOmitted: recordsOmitted = 0,
    pictureFolders,
    ...change
  }: ChangeRecord,
  withNoise = false,
): Change => ({
  ...change,
  records: (JSON.parse(recordsText) as RecordChange[]).map(withUnified),
  noise: {
    ...noise,
    ...(withNoise && { records: JSON.parse(noiseText) as RecordChange[], recordsOmitted }),
  },
});

/** Signs links to pictures. */
export interface PictureLinks extends WithFileLinks {
  /** Where the service answers, such as `https://api.example.com`. */
  readonly origin: string;
}

/** A link to an object that needs no key, for as long as links to screenshots are valid. */
export const linkTo = async ({ fileLinks, origin }: PictureLinks, objectKey: string): Promise<string> =>
  `${origin}/files/${await fileLinks.issue(objectKey, LINK_LIFETIME_MS)}`;

type Fields = RecordChange["fields"];

/** Adds links to the pictures of a change's record. */
export const withPictureLinks = async <T extends { readonly fields: Fields }>(
  links: PictureLinks,
  { pictureFolders }: Pick<ChangeRecord, "pictureFolders">,
  key: string,
  record: T,
): Promise<T> => {
  if (!pictureFolders) return record;
  const { previous: before, current: after } = pictureFolders;
  const fields = await Promise.all(
    Object.entries(record.fields).map(async ([name, field]): Promise<[string, Fields[string]]> => {
      if (!field.picture || field.noise !== undefined) return [name, field];
      const objects = [
        pictureIn(before, String(field.previous)),
        pictureIn(after, String(field.current)),
        differenceIn(after, key),
      ];
      const [previousUrl, currentUrl, differenceUrl] = await Promise.all(
        objects.map((objectKey) => linkTo(links, objectKey)),
      );
      return [name, { ...field, picture: { ...field.picture, previousUrl, currentUrl, differenceUrl } }];
    }),
  );
  return { ...record, fields: Object.fromEntries(fields) };
};

/** A change with links to its pictures. */
export const showLinkedChange = async (
  links: PictureLinks,
  record: ChangeRecord,
  withNoise = false,
): Promise<Change> => {
  const change = showChange(record, withNoise);
  const records = await Promise.all(
    change.records.map((each) => withPictureLinks(links, record, each.key, each)),
  );
  return { ...change, records };
};
