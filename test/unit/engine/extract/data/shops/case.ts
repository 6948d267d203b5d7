/** A page's name, language and body, and the values that a visitor sees. */
export type ShopPage = readonly [
  what: string,
  language: string,
  body: string,
  item: Readonly<Record<string, unknown>>,
];
