/** A page of the dashboard. What follows `#` is sent to no server and is in no log. */
export const pageOf = (
  site: string,
  page: string,
  fragment: Readonly<Record<string, string>> = {},
): string => {
  const after = new URLSearchParams(fragment).toString();
  return `${site.replace(/\/+$/, "")}/${page}${after && `#${after}`}`;
};
