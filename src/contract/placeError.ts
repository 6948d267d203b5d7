/** Why a place did not take what was delivered to it. The message never contains a secret. */
export class PlaceError extends Error {
  override readonly name = "PlaceError";
  readonly code: string;
  readonly httpStatus: number | null;
  /** The beginning of the response; null if there was none, or its sender is not public. */
  readonly reply: string | null;
  /** The `Retry-After` header of the response. */
  readonly retryAfter: string | null;

  constructor(
    code: string,
    message: string,
    about: {
      readonly httpStatus?: number;
      readonly reply?: string | null;
      readonly retryAfter?: string | null;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.httpStatus = about.httpStatus ?? null;
    this.reply = about.reply ?? null;
    this.retryAfter = about.retryAfter ?? null;
  }
}
