/** What differs from visit to visit and means nothing. Policy as data. */

/** Fields by their names, in lower case and without separators. */
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

/** Passages within texts that say when a page was made, or how often it was seen. */
const NOISY_PASSAGES: readonly RegExp[] = [
  new RegExp(`\\b(?:${FRESH})(?: (?:on|at|am|um|le|à|el))?:? ?(?:${STAMP}|[^.;|]{0,24}?${CLOCK})`, "giu"),
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
/** A point in time within a text: on its own it is a value, such as the date of an event. */
const STAMP_IN_TEXT = new RegExp(STAMP, "giu");
const ONLY_STAMP = new RegExp(`^${STAMP}$`, "iu");
const SECONDS_IN_TEXT = /\b\d{1,2}:\d{2}:\d{2}\b/g;

const NOISE = "…";

export const dropNoise = (text: string): string => {
  if (ONLY_STAMP.test(text) || text.length > 20_000) return text;
  let quiet = text;
  for (const passage of NOISY_PASSAGES) quiet = quiet.replace(passage, NOISE);
  return quiet.replace(STAMP_IN_TEXT, NOISE).replace(SECONDS_IN_TEXT, NOISE);
};

/** Parameters of addresses that name a visit, a campaign or a signature, not a page. */
const VISIT_PARAMETERS =
  /^(?:utm_\w+|mc_[ce]id|_ga|_gl|gclid|fbclid|msclkid|yclid|dclid|igshid|ref_?|sid|sess(?:ion)?_?id|session|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|csrf\w*|nonce|_|cb|cachebuster|rnd|rand|ts|timestamp|sig|signature|expires|x-amz-\w+(?:-\w+)*)$/i;

/** An address without what belongs to the visit. */
export const tidyUrl = (text: string): string | null => {
  if (!/^https?:\/\/\S+$/i.test(text)) return null;
  const url = URL.parse(text);
  if (!url) return null;
  url.pathname = url.pathname.replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, "");
  // Deleted one by one, thousands of parameters would take minutes: the whole address is written again for each.
  const kept = new URLSearchParams([...url.searchParams].filter(([name]) => !VISIT_PARAMETERS.test(name)));
  kept.sort();
  url.search = kept.toString();
  if (!/^#!?\//.test(url.hash)) url.hash = "";
  return url.href;
};

/**
 * Cuts out what a pattern matches; `*` stands for any characters. Each search begins where the last
 * one ended, so that no text takes longer than a walk along it.
 */
export const cutPattern = (text: string, pattern: string): string => {
  const lower = text.toLowerCase();
  const parts = pattern.toLowerCase().replace(/\s+/g, " ").trim().split(/\*+/);
  const [first = "", ...rest] = parts;
  // Where lower case has another length, places in it are not places in the text.
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
