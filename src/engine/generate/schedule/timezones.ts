/** Time zones as people name them: "Berlin time", "Berliner Zeit", "ET". */
import words from "../vocabulary/timezones.json" with { type: "json" };

/** "America/New_York" is the zone of New York. */
const cityOf = (zone: string): string =>
  zone
    .slice(zone.lastIndexOf("/") + 1)
    .replaceAll("_", " ")
    .toLowerCase();

const listZones = (): ReadonlyMap<string, string> =>
  new Map([
    ...Intl.supportedValuesOf("timeZone").map((zone) => [cityOf(zone), zone] as const),
    ...Object.entries(words.zones).flatMap(([zone, names]) =>
      names.split("|").map((name) => [name, zone] as const),
    ),
    ...Object.keys(words.zones).map((zone) => [cityOf(zone), zone] as const),
  ]);
let knownZones: ReadonlyMap<string, string> | undefined;
const zoneCalled = (name: string): string | undefined => {
  knownZones ??= listZones();
  return knownZones.get(name);
};

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
      const zone = zoneCalled(words.join(" "));
      if (zone !== undefined) return { zone, unknown: null, said: match[0] };
    }
    if (form === FORMS.at(-1)) continue;
    return { zone: "UTC", unknown: NO_PLACE.test(name) ? "local time" : name, said: match[0] };
  }
  return { zone: "UTC", unknown: null, said: "" };
};
