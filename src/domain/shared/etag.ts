/** Whether `If-None-Match` lists an ETag (RFC 9110, 13.1.2). Weak and strong ETags compare equal. */
export const isFresh = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch
    ?.split(",")
    .map((each) => each.trim().replace(/^W\//, ""))
    .some((each) => each === etag || each === "*") ?? false;
