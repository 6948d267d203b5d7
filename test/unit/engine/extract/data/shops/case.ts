/** What stands on a page, its language, its body, and what a visitor reads off it. */
export type ShopPage = readonly [
  what: string,
  language: string,
  body: string,
  item: Readonly<Record<string, unknown>>,
];
