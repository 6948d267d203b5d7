/** The page is not what it is said to be, or built in a way that would exhaust the worker. `message` is for people. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}
