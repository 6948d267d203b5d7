import { DomainError } from "../../contract/errors.ts";
import { isFileAddress } from "../../contract/flows/uploads.ts";

/** @throws DomainError `target-unsupported` for the address of an uploaded file, where only sites can be opened */
export const refuseFile = (url: string): void => {
  if (!isFileAddress(url)) return;
  throw new DomainError(
    "target-unsupported",
    "Uploaded files are read by POST /extract, POST /generate and flows. They have no site and no picture.",
  );
};
