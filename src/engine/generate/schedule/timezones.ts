/** Time zones as people name them: "Berlin time", "Berliner Zeit", "ET". */
import { timezone } from "../../../contract/flows/schedule.ts";
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
      [...names.split("|"), cityOf(zone)].map((name) => [name, zone] as const),
    ),
  ]);
let knownZones: ReadonlyMap<string, string> | undefined;

/** The zone of a place, and its name. Words can follow the name, so the longest known prefix counts. */
const findZone = (words: string): { readonly zone: string; readonly name: string } | undefined => {
  knownZones ??= listZones();
  for (let said = words.split(" "); said.length > 0; said = said.slice(0, -1)) {
    const name = said.join(" ");
    const zone = knownZones.get(name.toLowerCase());
    if (zone !== undefined) return { zone, name };
  }
  return undefined;
};
const zoneCalled = (name: string): string | undefined =>
  name.includes("/") ? timezone.safeParse(name).data : findZone(name)?.zone;

/** Zones right after a time of day: a place with the word for time, or a name on its own. */
const FORMS: readonly RegExp[] = words.forms.map(({ says, flags }) => new RegExp(says, flags));
/** A place without the word for time: "at 8 in Berlin". */
const PLACE = new RegExp(words.place, "iu");
/** "in German" is a language, and "in central London" is not Chicago. */
const ADJECTIVES = new RegExp(words.adjectives, "iu");
const MIN_PLACE = 3;
const findPlace = (after: string): ZoneRead | null => {
  const match = PLACE.exec(after);
  const found = match && findZone(match.groups?.zone ?? "");
  if (!found || found.name.length < MIN_PLACE || ADJECTIVES.test(found.name)) return null;
  const said = after.slice(0, after.indexOf(found.name) + found.name.length);
  return { zone: found.zone, unknown: null, said };
};

/** "8 am local time" names no place. */
const NO_PLACE = new RegExp(words.noPlace, "i");

export interface ZoneRead {
  readonly zone: string;
  /** The name of a zone that is not known. */
  readonly unknown: string | null;
  /** The words that named it. */
  readonly said: string;
}

/**
 * The zone named right after a time of day.
 *
 * @param own the zone of whoever wrote the sentence, which is meant if none is named; undefined if it is not known
 */
export const readZone = (after: string, own: string | undefined): ZoneRead => {
  for (const form of FORMS) {
    const match = form.exec(after);
    const name = match?.groups?.zone?.trim();
    if (!match || name === undefined) continue;
    const zone = zoneCalled(name);
    if (zone !== undefined) return { zone, unknown: null, said: match[0] };
    // Capitals on their own can be anything.
    if (form === FORMS.at(-1)) continue;
    if (!NO_PLACE.test(name)) return { zone: "UTC", unknown: name, said: match[0] };
    return { zone: own ?? "UTC", unknown: own === undefined ? "local time" : null, said: match[0] };
  }
  return findPlace(after) ?? { zone: own ?? "UTC", unknown: null, said: "" };
};
