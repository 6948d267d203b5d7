import type { FlowDefinition } from "../../client/index.ts";
import type { DemoOptions } from "./options.ts";

/** A field's name: everything before its selector. */
export const fieldName = (field: string): string => (field.split(/[:|[]/, 1)[0] ?? "").trim();

const CATALOGUE_FIELDS = [
  "title: .product-card__title a@title",
  "price: .price",
  "in_stock: .availability",
  "rating: .rating@data-rating",
  "sku: @data-sku",
  "url: .product-card__title a@href",
];
export const CATALOGUE_COLUMNS: readonly string[] = CATALOGUE_FIELDS.map(fieldName);

/** Collects every product of the demo shop from its list pages. */
export const catalogueFlow = (shopUrl: string): FlowDefinition => ({
  name: "Demo shop, whole catalogue",
  url: `${shopUrl}/catalogue`,
  mode: "extract",
  steps: [
    { type: "navigate" },
    {
      type: "extract",
      label: "products",
      selector: "article.product-card",
      fields: CATALOGUE_FIELDS,
    },
    { type: "paginate", selector: ".pager .next a", maxPages: 100 },
  ],
  outputSchema: {
    title: "string",
    price: "number",
    in_stock: "boolean",
    rating: "number",
    sku: "string",
    url: "url",
  },
});

/** A page of the user's choice. Without fields, the service detects the data itself. */
export const pageFlow = (page: NonNullable<DemoOptions["page"]>): FlowDefinition => {
  const extract = {
    type: "extract" as const,
    fields: [...page.fields],
    ...(page.selector !== null && { selector: page.selector }),
  };
  const paginate = page.next !== null && {
    type: "paginate" as const,
    selector: page.next,
    ...(page.maxPages !== null && { maxPages: page.maxPages }),
  };
  return {
    name: `Demo of ${page.url.host}`.slice(0, 200),
    url: page.url.href,
    mode: "extract",
    steps: page.fields.length === 0 ? [] : [{ type: "navigate" }, extract, ...(paginate ? [paginate] : [])],
  };
};
