/** Why a document cannot be read. `message` is for people. */
export class FileFault extends Error {
  override readonly name = "FileFault";
}

/** @param what such as `The PDF file` */
export const needsPassword = (what: string): FileFault =>
  new FileFault(
    `${what} is encrypted and needs a password: documentPassword of a flow, a secret for this site.`,
  );

/** @param what such as `The PDF file` */
export const wrongPassword = (what: string): FileFault =>
  new FileFault(`${what} is encrypted, and the given password does not open it.`);

/** Limits of a document, in the units of their names. */
export const FILE_LIMITS = {
  /** As sent. A file inside an archive may unpack to four times this. */
  bytes: 50_000_000,
  pages: 2_000,
  /** Characters of the HTML that it becomes: as many as a page may have. */
  htmlChars: 20_000_000,
  /** For one document, from its bytes to HTML. */
  milliseconds: 20_000,
  /** By which the process may grow meanwhile: memory outside V8's heap has no limit of its own. */
  growthBytes: 600_000_000,
} as const;
