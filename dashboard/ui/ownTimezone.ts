/** The time zone of whoever is at the screen. */
export const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
