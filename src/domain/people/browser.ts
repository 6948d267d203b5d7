/** The browser that a request came from, as far as signing in is concerned. */
export interface Browser {
  readonly requestId: string;
  /** Its IP address. */
  readonly address: string;
  /** How it describes itself. */
  readonly userAgent: string;
  /** The token of its session's cookie; undefined if it has none. */
  readonly sessionToken: string | undefined;
  /** The value of the cookie that it got when it asked for a sign-in link. */
  readonly signInToken: string | undefined;
}
