import type { FlowDefinition } from "../../client/index.ts";

const CATALOGUE_FIELDS = [
  "title: .product-card__title a@title",
  "price: .price",
  "in_stock: .availability",
  "rating: .rating@data-rating",
  "sku: @data-sku",
  "url: .product-card__title a@href",
];
export const CATALOGUE_COLUMNS: readonly string[] = CATALOGUE_FIELDS.map(
  (field) => field.split(":")[0] ?? "",
);

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
