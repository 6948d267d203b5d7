import { ownTimezone as knownTimezone } from "../../client/timezone.ts";

/** The time zone of whoever is at the screen; UTC if it is not known. */
export const ownTimezone = (): string => knownTimezone() ?? "UTC";
