/** Longest address that is taken. */
export const MAX_ADDRESS_LENGTH = 2_048;

const NOT_OF_THE_WEB = "must be an absolute http or https URL";

/**
 * Says why a text is no address to be visited, or null. It is read as the URL standard reads it, but for what that
 * forgives and a person did not mean. Whether the address is public is for the egress to say.
 */
export const addressFault = (text: string): string | null => {
  if (/\p{Cc}/u.test(text)) return "must hold no control characters, tabs or line breaks";
  if (!text.isWellFormed()) return "holds half a character: a lone surrogate";
  const url = URL.parse(text);
  const scheme = /^\s*(https?):/i.exec(text)?.[1];
  if (scheme === undefined) return NOT_OF_THE_WEB;
  // In a query or a fragment a backslash is a character like any other.
  if (/^[^?#]*\\/.test(text)) return "must hold no backslash: write / instead";
  if (!/^\s*https?:\/\/[^/]/i.test(text)) return `must name a host after ${scheme.toLowerCase()}://`;
  if (url === null) return NOT_OF_THE_WEB;
  if (url.username !== "" || url.password !== "" || /^[^/?#]*\/\/[^/?#]*@/.test(text))
    return "must hold no user name and no password";
  return null;
};
