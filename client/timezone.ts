/** The time zone of this machine; undefined if it is none, such as `Etc/Unknown`, which is refused wherever a zone is read. */
export const ownTimezone = (): string | undefined => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};
