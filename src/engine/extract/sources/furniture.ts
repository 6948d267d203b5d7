/** Pictures that belong to the site, not the page. */
const FURNITURE =
  /logo|favicon|sprite|placeholder|avatar|gravatar|spacer|pixel|blank|badge|banner|(?:^|[/_-])icons?[/_.-]|default[-_](?:image|share|og)|loading|spinner/i;
export const isFurniture = (address: string): boolean =>
  FURNITURE.test(address.replace(/^https?:\/\/[^/]+/, ""));
