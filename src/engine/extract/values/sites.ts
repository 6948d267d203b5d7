/** Addresses of sites as people write them: "example.org". */

const SITE = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?:\/\S*)?$/i;
const FILE =
  /\.(?:html?|php\d?|aspx?|jsp|cfm|ics|pdf|docx?|xlsx?|pptx?|csv|txt|xml|json|zip|gz|jpe?g|png|gif|svg|webp|mp[34])$/i;

/** The address of a site that is written without `https://`; anything else, such as a file of the page's own site, as it is. */
export const withScheme = (text: unknown): unknown =>
  typeof text === "string" && text.length <= MAX_SITE && SITE.test(text) && !FILE.test(text)
    ? `https://${text}`
    : text;
const MAX_SITE = 500;
