/** Longest accepted URL, in characters. */
export const MAX_ADDRESS_LENGTH = 2_048;

const NOT_OF_THE_WEB = "must be an absolute http or https URL";

/**
 * Why a text is not a URL to visit, or null. Parses it by the URL standard, but rejects mistakes that the standard
 * tolerates. Whether the host is public is checked by the egress.
 */
export const addressFault = (text: string): string | null => {
  if (/\p{Cc}/u.test(text)) return "must not contain control characters, tabs or line breaks";
  if (!text.isWellFormed()) return "contains half a character: a lone surrogate";
  const url = URL.parse(text);
  const scheme = /^\s*(https?):/i.exec(text)?.[1];
  if (scheme === undefined) return NOT_OF_THE_WEB;
  // In a query or a fragment, a backslash is an ordinary character.
  if (/^[^?#]*\\/.test(text)) return "must not contain a backslash: write / instead";
  if (!/^\s*https?:\/\/[^/]/i.test(text)) return `must name a host after ${scheme.toLowerCase()}://`;
  if (url === null) return NOT_OF_THE_WEB;
  if (url.username !== "" || url.password !== "" || /^[^/?#]*\/\/[^/?#]*@/.test(text))
    return "must not contain a user name or password";
  return null;
};
