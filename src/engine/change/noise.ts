/** Content that differs between visits but carries no meaning, as data. */

/** Names of noisy fields, in lower case and without separators. */
const NOISY_NAMES: ReadonlySet<string> = new Set(
  `updatedat lastupdated lastupdate lastmodified modifiedat timestamp fetchedat crawledat scrapedat
  checkedat lastchecked generatedat retrievedat collectedat now currenttime servertime
  views viewcount pageviews hits visits visitors impressions likes likecount shares sharecount downloads
  downloadcount clicks watching viewers online followers
  session sessionid sid csrf csrftoken nonce requestid traceid token`.split(/\s+/),
);

export const isNoisyName = (name: string): boolean =>
  NOISY_NAMES.has(name.toLowerCase().replace(/[^a-z]/g, ""));

const COUNT = String.raw`\d[\d.,'’ ]{0,14}[km]?`;
const COUNTED =
  "views?|visits?|visitors?|viewers?|watching|viewing|likes?|shares?|downloads?|impressions?|clicks?|followers?|online|aufrufe|besucher|vues?|visitas?|visualizzazioni";
const UNIT = "seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?";
const EINHEIT = "sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?";
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[ap]\.?m\.?)?`;
const STAMP = String.raw`\d{4}-\d{2}-\d{2}[T ]${CLOCK}(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?`;
const FRESH =
  "updated|refreshed|generated|checked|fetched|as of|last (?:update|change|check)|current time|server time|stand|aktualisiert|mis à jour|actualizado|aggiornato|atualizado";

/** A day in words or figures, as it stands before the time in "Last update: 21 Nov, 05:00". */
const DAY = String.raw`(?:\p{L}{3,9}\.?,? )?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.? \p{L}{3,9}\.?(?: \d{4})?|\p{L}{3,9} \d{1,2}(?:,? \d{4})?),? `;

/** Text that says when a page was generated or how often it was viewed. */
const NOISY_PASSAGES: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\d])(?:${FRESH})(?!\\p{L})(?: (?:on|at|am|um|le|à|el))?:? ?(?:${STAMP}|(?:${DAY})?(?:(?:at|um|à) )?${CLOCK})`,
    "giu",
  ),
  new RegExp(
    `${COUNT} (?:people |persons? |users? |customers? )?(?:are )?(?:also )?(?:${COUNTED})\\b`,
    "giu",
  ),
  new RegExp(`\\b(?:${COUNTED}): ?${COUNT}`, "giu"),
  new RegExp(`\\b(?:(?:about|an?|${COUNT}) ?)(?:${UNIT}) ago\\b`, "giu"),
  new RegExp(`\\bvor (?:eine[rmn]?|${COUNT}) ?(?:${EINHEIT})\\b`, "giu"),
  new RegExp(`\\b(?:il y a|hace|há) (?:une?|una?|${COUNT}) ?\\p{L}+`, "giu"),
  /\bjust now\b/giu,
];
const NOISE = "…";

export const dropNoise = (text: string): string => {
  if (text.length > 20_000) return text;
  let quiet = text;
  for (const passage of NOISY_PASSAGES) quiet = quiet.replace(passage, NOISE);
  return quiet;
};

/** URL parameters that identify a visit, a campaign or a signature, not a page. */
const VISIT_PARAMETERS =
  /^(?:utm_\w+|mc_[ce]id|_ga|_gl|gclid|fbclid|msclkid|yclid|dclid|igshid|sid|sess(?:ion)?_?id|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|csrf\w*|nonce|_|cb|cachebuster|rnd|rand|sig|signature|x-amz-\w+(?:-\w+)*)$/i;
const SIGNATURE = /^(?:sig|signature|x-amz-signature)$/i;
/** Parameters that belong to a signature, and that mean something without one. */
const SIGNED = /^(?:expires|ts|timestamp)$/i;

/** A URL without the parts that belong to the visit; null if the text is not a URL. */
export const tidyUrl = (text: string): string | null => {
  if (!/^https?:\/\/\S+$/i.test(text)) return null;
  const url = URL.parse(text);
  if (!url) return null;
  url.pathname = url.pathname.replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, "");
  // Deleting thousands of parameters one by one would take minutes, because each rewrites the whole URL.
  const isSigned = [...url.searchParams.keys()].some((name) => SIGNATURE.test(name));
  const isVisit = (name: string): boolean => VISIT_PARAMETERS.test(name) || (isSigned && SIGNED.test(name));
  const kept = new URLSearchParams([...url.searchParams].filter(([name]) => !isVisit(name)));
  kept.sort();
  url.search = kept.toString();
  if (!/^#!?\//.test(url.hash)) url.hash = "";
  return url.href;
};

/**
 * Removes what a pattern matches; `*` matches any characters. Takes linear time, because each search starts
 * where the last one ended.
 */
export const cutPattern = (text: string, pattern: string): string => {
  const lower = text.toLowerCase();
  const parts = pattern.toLowerCase().replace(/\s+/g, " ").trim().split(/\*+/);
  const [first = "", ...rest] = parts;
  // If lower case has another length, its offsets do not match the text.
  if (lower.length !== text.length) return text;
  let kept = "";
  let from = 0;
  for (;;) {
    const start = first === "" ? from : lower.indexOf(first, from);
    if (start < 0 || from >= text.length) break;
    let end = start + first.length;
    for (const [index, part] of rest.entries()) {
      if (part === "" && index === rest.length - 1) end = text.length;
      else if (part !== "") {
        const at = lower.indexOf(part, end);
        if (at < 0) return kept + text.slice(from);
        end = at + part.length;
      }
    }
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
};
