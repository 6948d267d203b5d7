/** How each type of target, content and format is named on pages. */
import type { DestinationContent, DestinationFormat, DestinationTarget } from "../../client/index.ts";

type TargetType = DestinationTarget["type"];

export const TYPES: Readonly<Record<TargetType, string>> = {
  s3: "S3 bucket",
  postgres: "Postgres table",
  http: "URL",
  folder: "Folder on the server",
};

export const CONTENTS: Readonly<Record<DestinationContent, string>> = {
  items: "Items of each run",
  latest: "Latest records",
  changes: "Changes only",
};

export const CONTENT_HINTS: Readonly<Record<DestinationContent, string>> = {
  items: "Each run's items, beside those of earlier runs.",
  latest: "The records as they are now, in place of the earlier ones.",
  changes: "What each run added, changed or removed. Only monitors have changes.",
};

export const FORMATS: Readonly<Record<DestinationFormat, string>> = {
  ndjson: "NDJSON",
  csv: "CSV",
  parquet: "Parquet",
};
