/** The page doesn't match its declared format, or would exhaust the worker. `message` is for people. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}
