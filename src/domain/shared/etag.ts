/**
 * Whether a client has what an ETag names: `If-None-Match` lists the ETags that it has (RFC 9110, 13.1.2), compared
 * without regard to `W/`.
 */
export const isFresh = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch
    ?.split(",")
    .map((each) => each.trim().replace(/^W\//, ""))
    .some((each) => each === etag || each === "*") ?? false;
