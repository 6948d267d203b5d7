/** Currencies as pages write them. Policy as data. */

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Signs that mean one currency; longer ones first. */
const SIGNS: readonly (readonly [sign: RegExp, code: string])[] = [
  [/R\$/, "BRL"],
  [/(?<![A-Z])(?:AU|A)\$/, "AUD"],
  [/(?<![A-Z])(?:CA|C)\$/, "CAD"],
  [/NZ\$/, "NZD"],
  [/HK\$/, "HKD"],
  [/NT\$/, "TWD"],
  [/MX\$/, "MXN"],
  [/US\$/, "USD"],
  [/(?<![A-Z])S\$/, "SGD"],
  [/€/, "EUR"],
  [/£/, "GBP"],
  [/₹|(?<!\p{L})Rs\.?(?!\p{L})/u, "INR"],
  [/₽|(?<!\p{L})руб/u, "RUB"],
  [/₩|원/, "KRW"],
  [/₺|(?<!\p{L})TL(?!\p{L})/u, "TRY"],
  [/₴|(?<!\p{L})грн/u, "UAH"],
  [/₪/, "ILS"],
  [/฿/, "THB"],
  [/₫/, "VND"],
  [/₱/, "PHP"],
  [/円/, "JPY"],
  [/元/, "CNY"],
  [/(?<!\p{L})zł/u, "PLN"],
  [/(?<!\p{L})Kč/u, "CZK"],
  [/(?<!\p{L})Ft(?!\p{L})/u, "HUF"],
  [/(?<!\p{L})lei(?!\p{L})/iu, "RON"],
  [/(?<!\p{L})лв/u, "BGN"],
  [/(?<!\p{L})Fr\.(?!\p{L})/u, "CHF"],
  [/(?<!\p{L})Rp\.?\s?\d/u, "IDR"],
  [/ر\.س/, "SAR"],
  [/د\.إ/, "AED"],
];

/** What a sign of several countries means in one of them. */
const BY_COUNTRY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  $: {
    AU: "AUD",
    CA: "CAD",
    NZ: "NZD",
    SG: "SGD",
    HK: "HKD",
    TW: "TWD",
    MX: "MXN",
    AR: "ARS",
    CL: "CLP",
    CO: "COP",
  },
  "¥": { CN: "CNY" },
  kr: { SE: "SEK", DK: "DKK", NO: "NOK", IS: "ISK" },
};
const ELSEWHERE: Readonly<Record<string, string | null>> = { $: "USD", "¥": "JPY", kr: null };
/** Languages that are spoken in one country with a `kr` or `¥` of its own. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  sv: "SE",
  da: "DK",
  nb: "NO",
  nn: "NO",
  no: "NO",
  is: "IS",
  zh: "CN",
};

const countryOf = (language: string, baseUrl: string): string => {
  const region = /[-_]([A-Za-z]{2})$/.exec(language)?.[1]?.toUpperCase();
  if (region) return region;
  const end = /\.([a-z]{2})$/.exec(URL.parse(baseUrl)?.hostname ?? "")?.[1]?.toUpperCase();
  return end ?? BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? "";
};

/** The ISO 4217 code of the currency in a text, where it is clear. */
export const findCurrency = (
  text: string,
  { language, baseUrl }: { language: string; baseUrl: string },
): string | null => {
  const code = text.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)?.find((word) => CODES.has(word));
  if (code !== undefined) return code;
  const sign = SIGNS.find(([pattern]) => pattern.test(text))?.[1];
  if (sign !== undefined) return sign;
  const shared = /[$¥]|(?<!\p{L})kr(?!\p{L})/iu.exec(text.normalize("NFKC"))?.[0].toLowerCase();
  if (shared === undefined) return null;
  return BY_COUNTRY[shared]?.[countryOf(language, baseUrl)] ?? ELSEWHERE[shared] ?? null;
};
