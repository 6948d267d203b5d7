/** Currencies as pages write them. Policy as data. */

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Signs that mean one currency; longer ones first. */
const SIGNS: readonly (readonly [sign: RegExp, code: string])[] = [
  [/R\$/, "BRL"],
  [/(?<!\p{L})[Ee]uros?(?!\p{L})/u, "EUR"],
  [/(?<![A-Z])(?:AU|A)\s?\$/, "AUD"],
  [/(?<![A-Z])(?:CA|C)\s?\$/, "CAD"],
  [/NZ\s?\$/, "NZD"],
  [/HK\s?\$/, "HKD"],
  [/NT\s?\$/, "TWD"],
  [/MX\s?\$/, "MXN"],
  [/US\s?\$/, "USD"],
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
  [/(?<!\p{L})(?:SFr\.?|Fr\.)(?!\p{L})/u, "CHF"],
  [/\d:-/, "SEK"],
  [/₸|(?<!\p{L})тг(?!\p{L})/u, "KZT"],
  [/₾/, "GEL"],
  [/₦/, "NGN"],
  [/₵/, "GHS"],
  [/৳/, "BDT"],
  [/₲/, "PYG"],
  [/₡/, "CRC"],
  [/(?<!\p{L})RM\s?\d/u, "MYR"],
  [/(?<!\p{L})R\s?\d{1,3}(?:[ ,]\d{3})*[.,]\d{2}(?!\d)/u, "ZAR"],
  [/(?<!\p{L})S\/\.?\s?\d/u, "PEN"],
  [/(?<!\p{L})(?:RMB|人民币)/u, "CNY"],
  [/(?<!\p{L})DH(?!\p{L})/u, "MAD"],
  [/(?<!\p{L})din(?!\p{L})|РСД/u, "RSD"],
  [/(?<!\p{L})Rp\.?\s?\d/u, "IDR"],
  [/ر\.س|ريال سعودي|﷼/, "SAR"],
  [/د\.إ|درهم إماراتي/, "AED"],
  [/ج\.م|جنيه/, "EGP"],
  [/د\.ك/, "KWD"],
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
    UY: "UYU",
    DO: "DOP",
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

const CODE = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g;

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
  const codes = [...text.matchAll(CODE)].filter(([word]) => CODES.has(word));
  // Some codes are words too: "TRY", "ALL". Beside a number they are none.
  const beside = codes.find(
    ({ index }) =>
      /\d[^\p{L}\d]*$/u.test(text.slice(0, index)) || /^[^\p{L}\d]*\d/u.test(text.slice(index + 3)),
  );
  if (beside) return beside[0];
  const sign = SIGNS.find(([pattern]) => pattern.test(text))?.[1];
  if (sign !== undefined) return sign;
  const shared = /[$¥]|(?<!\p{L})kr(?!\p{L})/iu.exec(text.normalize("NFKC"))?.[0].toLowerCase();
  if (shared === undefined) return codes[0]?.[0] ?? null;
  return BY_COUNTRY[shared]?.[countryOf(language, baseUrl)] ?? ELSEWHERE[shared] ?? null;
};
