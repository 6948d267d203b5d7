/** Whether something can be had, by the words of a page. */
import { EAST_ASIAN, NOT_DAYS, PHRASES, PROMISED } from "./stockWords.ts";

const SCHEMA_NAME =
  /^(?:https?:\/\/schema\.org\/)?(InStock|OutOfStock|PreOrder|BackOrder|Discontinued|LimitedAvailability|SoldOut|PreSale|OnlineOnly|InStoreOnly|MadeToOrder|Reserved)$/i;
const NAMES: readonly string[] = [
  "InStock",
  "OutOfStock",
  "PreOrder",
  "BackOrder",
  "Discontinued",
  "LimitedAvailability",
  "SoldOut",
  "PreSale",
  "OnlineOnly",
  "InStoreOnly",
  "MadeToOrder",
  "Reserved",
];
const MAX_LENGTH = 120;

/** The schema.org name of what a text says of stock; null where it says nothing clear. */
export const parseStock = (text: string): string | null => {
  const named = SCHEMA_NAME.exec(text.trim())?.[1]?.toLowerCase();
  if (named) return NAMES.find((name) => name.toLowerCase() === named) ?? null;
  if (text.length > MAX_LENGTH) return null;
  if (/^\W*available\W*$/i.test(text)) return "InStock";
  // What listings and auctions say over their picture.
  if (/^\W*(?:ended|sold|verkauft|beendet|vendu|vendido|venduto)\W*$/i.test(text)) return "OutOfStock";
  return [...EAST_ASIAN, ...PHRASES].find(([, pattern]) => pattern.test(text))?.[0] ?? null;
};

/** Whether a short line promises to send within days. */
export const isPromised = (text: string): boolean => PROMISED.test(text) && !NOT_DAYS.test(text);
