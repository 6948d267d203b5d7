/** Time zones as people name them: "Berlin time", "Berliner Zeit", "ET". */
import { timezone } from "../../../contract/schedule.ts";
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

/** The zone of a place; words may follow its name, so the longest that is known counts. */
const zoneCalled = (name: string): string | undefined => {
  if (name.includes("/")) return timezone.safeParse(name).data;
  knownZones ??= listZones();
  for (let said = name.toLowerCase().split(" "); said.length > 0; said = said.slice(0, -1)) {
    const zone = knownZones.get(said.join(" "));
    if (zone !== undefined) return zone;
  }
  return undefined;
};

/** Right after a time of day. The place with the word for time; else a name that needs none. */
const FORMS: readonly RegExp[] = words.forms.map(({ says, flags }) => new RegExp(says, flags));
/** "8 am local time" names no place. */
const NO_PLACE = new RegExp(words.noPlace, "i");

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
    const zone = zoneCalled(name);
    if (zone !== undefined) return { zone, unknown: null, said: match[0] };
    // Capitals by themselves may be anything.
    if (form !== FORMS.at(-1))
      return { zone: "UTC", unknown: NO_PLACE.test(name) ? "local time" : name, said: match[0] };
  }
  return { zone: "UTC", unknown: null, said: "" };
};
