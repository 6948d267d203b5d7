/** The time zone of this machine; undefined if it is not a real one, such as `Etc/Unknown`, which the API refuses. */
export const ownTimezone = (): string | undefined => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};
