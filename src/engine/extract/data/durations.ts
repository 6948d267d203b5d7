/** How long something takes, in minutes. */

export const ISO_DURATION =
  /^-?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const HOURS = /(\d+(?:[.,]\d+)?|½)\s*(?:h\b|hrs?\b|hours?|stunden?|std|heures?|horas?|ore\b|ora\b|uur)/i;
const MINUTES = /(\d+)\s*(?:m\b|mins?\b|minutes?|minuten|minutos?|minuti)/i;
const DAYS = /(\d+)\s*(?:days?|tage?|jours?|días?|giorni)\b/i;

/** Minutes that a duration lasts, ISO 8601 or as people write it; null where it is none. */
export const parseMinutes = (text: string): number | null => {
  const iso = ISO_DURATION.exec(text.trim());
  if (iso) {
    const [, , , weeks, days, hours, minutes, seconds] = iso.map((part) => Number(part ?? 0));
    const total =
      ((weeks ?? 0) * 7 + (days ?? 0)) * 1_440 +
      (hours ?? 0) * 60 +
      (minutes ?? 0) +
      Math.round((seconds ?? 0) / 60);
    return total > 0 ? total : null;
  }
  const [hours, minutes, days] = [HOURS, MINUTES, DAYS].map((unit) => unit.exec(text)?.[1]);
  if (hours === undefined && minutes === undefined && days === undefined) return null;
  return (
    Number(days ?? 0) * 1_440 +
    (hours === "½" ? 30 : Math.round(Number((hours ?? "0").replace(",", ".")) * 60)) +
    Number(minutes ?? 0)
  );
};
