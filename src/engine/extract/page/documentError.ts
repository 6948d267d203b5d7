/** The page doesn't match its declared format, or would exhaust the worker. `message` is for people. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}

/** A selector looked at too many elements of a page and was stopped. */
export class SelectorLimitError extends DocumentError {
  constructor(selector: string) {
    super(
      `The selector \`${selector}\` takes too long on this page and was stopped. ` +
        "Simplify it: `:has` within `:has`, and `~` within `:has`, can take forever.",
    );
  }
}
