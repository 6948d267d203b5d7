/** Decides which class names and ids will survive the site's next release. */

const PLAIN_NAME = /^-?[_\p{L}][\p{L}\p{N}_-]{0,39}$/u;

/** Names of a temporary state, not of the element itself. */
const STATE =
  /^(?:is|has|js|no|ng|lazy\w*|active|current|selected|open(?:ed)?|closed?|expanded|collapsed|show|shown|hide|hidden|visible|invisible|loaded|loading|first|last|odd|even|alt|new|sale|sold-?out|featured|fade|animated?|hover|focus|disabled|enabled|in-?stock|out-?of-?stock)(?:-|$)/i;

/** Layout and colour names of utility frameworks, which say nothing about the element's content. */
const UTILITY =
  /^-?(?:[mp][trblxyse]?|[wh]|min|max|gap|space|text|font|leading|tracking|bg|border|rounded|shadow|flex|grid|col|cols|row|rows|order|justify|items|self|content|place|overflow|z|top|right|bottom|left|inset|opacity|transition|duration|ease|transform|cursor|object|align|float|clearfix|container|wrapper|inner|outer|block|inline|table|relative|absolute|fixed|sticky|static|d|sm|md|lg|xl|xs|u|l|g|pull|push|span|offset|size|truncate|uppercase|italic|underline|sr|group|peer|hide|show|wp|elementor|et|vc|fl)\d*(?:-.*)?$/i;

/** Mixes letters and digits, or cases, as no person would: `css-1q2w3e`, `sc-bdVaJa`, `_3kJ9x`, `a8f3b2`. */
const looksRandom = (part: string): boolean => {
  if (part.length < 5) return /\d/.test(part) && /[a-z]/i.test(part) && /^(?:[a-z]\d|\d)/i.test(part);
  const digits = (part.match(/\d/g) ?? []).length;
  if (digits > 0 && /[a-z]/i.test(part) && !/^[a-z]{3,}\d{1,2}$/i.test(part)) return true;
  if (/[a-z][A-Z]+[a-z]*[A-Z]/.test(part) && !/^(?:[A-Z]?[a-z]{2,}){1,6}$/.test(part)) return true;
  return part.length >= 6 && !/[aeiouyäöüáéíóúàèìòùåø]/i.test(part) && /^[\x20-\x7f]*$/.test(part);
};

const GENERATED = /^(?:css|sc|jsx?|emotion|svelte|astro|data-v|jss|makeStyles|_ngcontent)-/i;

export const isHashed = (name: string): boolean =>
  GENERATED.test(name) || name.split(/[-_]+/).some((part) => part !== "" && looksRandom(part));

/** Names of one or two letters are usually minified. */
const MIN_LENGTH = 3;

/** Whether a name is written by a person and does not change with a build or state. */
export const isStableName = (name: string): boolean =>
  name.length >= MIN_LENGTH &&
  PLAIN_NAME.test(name) &&
  !STATE.test(name) &&
  !/\d{3,}/.test(name) &&
  !isHashed(name);

export const isUtility = (name: string): boolean => UTILITY.test(name);

/** The part of a name that is the same in every build: `Card_title__` of `Card_title__x7Ks2`. Null if none. */
export const stablePrefix = (name: string): string | null => {
  const match = /^([A-Za-z][A-Za-z-]*(?:_[A-Za-z-]+)?_{1,2})[A-Za-z0-9+-]{4,12}$/.exec(name);
  const prefix = match?.[1];
  return prefix && prefix.length >= 6 && isHashed(name) ? prefix : null;
};
