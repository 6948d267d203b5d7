import { findOne } from "domutils";
import type { PageDocument } from "../extract/extract.ts";

/** Whether a page asks for a password. */
export const asksForPassword = ({ root }: PageDocument): boolean =>
  findOne(
    ({ name, attribs }) => name === "input" && attribs.type?.toLowerCase() === "password",
    root.children,
    true,
  ) !== null;
