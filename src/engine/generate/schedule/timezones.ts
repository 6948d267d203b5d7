/** Time zones as people name them: "Berlin time", "Berliner Zeit", "ET". Policy as data. */
const ZONES: Readonly<Record<string, string>> = {
  UTC: "utc|gmt|greenwich|zulu",
  "Europe/Berlin":
    "berlin|berliner|german|deutsche|deutscher|munich|münchner|hamburg|frankfurt|cet|cest|mez|mesz",
  "Europe/Vienna": "vienna|wien|wiener",
  "Europe/Zurich": "zurich|zürich|zürcher|swiss|schweizer",
  "Europe/London": "london|uk|british|bst|londres|londra",
  "Europe/Dublin": "dublin|irish",
  "Europe/Paris": "paris|pariser|french|parís|parigi",
  "Europe/Madrid": "madrid|spanish|barcelona",
  "Europe/Rome": "rome|roma|italian|milan|milano",
  "Europe/Amsterdam": "amsterdam|dutch",
  "Europe/Brussels": "brussels|bruxelles",
  "Europe/Lisbon": "lisbon|lisboa",
  "Europe/Warsaw": "warsaw|warszawa",
  "Europe/Prague": "prague|praha",
  "Europe/Stockholm": "stockholm|swedish",
  "Europe/Oslo": "oslo",
  "Europe/Copenhagen": "copenhagen",
  "Europe/Helsinki": "helsinki",
  "Europe/Athens": "athens",
  "Europe/Kyiv": "kyiv|kiev",
  "Europe/Istanbul": "istanbul",
  "Europe/Moscow": "moscow|msk",
  "America/New_York": "new york|nyc|eastern|us eastern|boston|washington|miami|et|est|edt|nueva york",
  "America/Chicago": "chicago|central|us central|dallas|houston|ct|cdt",
  "America/Denver": "denver|mountain|us mountain|mt|mdt",
  "America/Los_Angeles": "los angeles|la|pacific|us pacific|san francisco|seattle|california|pt|pst|pdt",
  "America/Toronto": "toronto",
  "America/Vancouver": "vancouver",
  "America/Mexico_City": "mexico city|mexico|ciudad de méxico",
  "America/Sao_Paulo": "são paulo|sao paulo|brasília|brasilia",
  "America/Argentina/Buenos_Aires": "buenos aires",
  "America/Bogota": "bogota|bogotá",
  "Asia/Tokyo": "tokyo|japan|jst",
  "Asia/Seoul": "seoul|kst",
  "Asia/Shanghai": "shanghai|beijing|china",
  "Asia/Hong_Kong": "hong kong",
  "Asia/Singapore": "singapore",
  "Asia/Kolkata": "india|mumbai|delhi|bangalore|kolkata|indian",
  "Asia/Dubai": "dubai",
  "Asia/Jerusalem": "jerusalem|tel aviv",
  "Africa/Cairo": "cairo",
  "Africa/Lagos": "lagos",
  "Africa/Nairobi": "nairobi",
  "Africa/Johannesburg": "johannesburg|cape town",
  "Australia/Sydney": "sydney|melbourne|aest",
  "Pacific/Auckland": "auckland|new zealand",
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(ZONES).flatMap(([zone, names]) => names.split("|").map((name) => [name, zone] as const)),
);

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const WORDS = "(\\p{L}+(?: \\p{L}+){0,2}?)";
/** Right after a time of day. The place with the word for time; else a name that needs none. */
const FORMS: readonly RegExp[] = [
  /^\s*,?\s*\(?(?:in\s+)?(?<zone>\p{Lu}\p{L}+(?:\/\p{L}[\p{L}_+\-\d]+)+)\)?/u,
  new RegExp(
    `^\\s*,?\\s*\\(?(?:in\\s+)?${WORDS.replace("(", "(?<zone>")}[ -](?:standard |daylight )?(?:time(?: ?zone)?|(?:orts)?zeit)\\)?(?!\\p{L})`,
    "iu",
  ),
  new RegExp(
    `^\\s*,?\\s*\\(?(?:heure|hora|ora)\\s+(?:de |d'|di |del )?${WORDS.replace("{0,2}?", "{0,2}").replace("(", "(?<zone>")}`,
    "iu",
  ),
  /^\s*,?\s*\(?(?:in\s+)?(?<zone>[A-Z]{2,4})\)?(?![\p{L}\d])/u,
];
/** "8 am local time" names no place. */
const NO_PLACE = /^(?:local|my|our|the same|lokaler?|meiner?|per|each|every)\b/i;

export interface ZoneRead {
  readonly zone: string;
  /** What was said for a zone and is not known. */
  readonly unknown: string | null;
  /** The words that named it. */
  readonly said: string;
}

/** The zone that the words after a time of day name; UTC where they name none. */
export const readZone = (after: string): ZoneRead => {
  for (const form of FORMS) {
    const match = form.exec(after);
    const name = match?.groups?.zone?.trim();
    if (!match || name === undefined) continue;
    if (name.includes("/") && isZone(name)) return { zone: name, unknown: null, said: match[0] };
    // Words may follow the name of a place: the longest known one counts.
    for (let words = name.toLowerCase().split(" "); words.length > 0; words = words.slice(0, -1)) {
      const zone = BY_NAME.get(words.join(" "));
      if (zone !== undefined) return { zone, unknown: null, said: match[0] };
    }
    if (form === FORMS.at(-1)) continue;
    return { zone: "UTC", unknown: NO_PLACE.test(name) ? "local time" : name, said: match[0] };
  }
  return { zone: "UTC", unknown: null, said: "" };
};
