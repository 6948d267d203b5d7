import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { itemFrom, jsonLd, pageOf } from "./helpers.ts";

const STEPS = { instructions: "string[]" } as const;
const LIST = { ingredients: "string[]" } as const;

type Row = readonly [
  what: string,
  properties: Readonly<Record<string, unknown>>,
  schema: OutputSchema,
  item: Readonly<Record<string, unknown>>,
];

const ROWS: readonly Row[] = [
  [
    "html list",
    { recipeInstructions: "<ol><li>Chop.</li><li>Boil &amp; stir.</li></ol>" },
    STEPS,
    { instructions: ["Chop.", "Boil & stir."] },
  ],
  [
    "html paragraphs with numbers",
    { recipeInstructions: "<p>1. Chop.</p><p>2. Boil.</p>" },
    STEPS,
    { instructions: ["Chop.", "Boil."] },
  ],
  [
    "escaped html",
    { recipeInstructions: "&lt;p&gt;Chop.&lt;/p&gt;&lt;p&gt;Boil.&lt;/p&gt;" },
    STEPS,
    { instructions: ["Chop.", "Boil."] },
  ],
  [
    "directions and tips",
    {
      recipeInstructions: [
        {
          "@type": "HowToStep",
          itemListElement: [
            { "@type": "HowToDirection", text: "Chop." },
            { "@type": "HowToTip", text: "Use a sharp knife." },
          ],
        },
      ],
    },
    STEPS,
    { instructions: ["Chop.", "Use a sharp knife."] },
  ],
  [
    "sections of arrays",
    {
      recipeInstructions: [
        {
          "@type": "HowToSection",
          name: "Base",
          itemListElement: [
            { "@type": "HowToStep", text: "Chop." },
            { "@type": "HowToStep", text: "Boil." },
          ],
        },
        { "@type": "HowToSection", name: "Top", itemListElement: [{ "@type": "HowToStep", text: "Grate." }] },
      ],
    },
    STEPS,
    { instructions: ["Base", "Chop.", "Boil.", "Top", "Grate."] },
  ],
  [
    "item list",
    {
      recipeInstructions: {
        "@type": "ItemList",
        itemListElement: [
          { "@type": "ListItem", position: 1, item: { "@type": "HowToStep", text: "Chop." } },
          { "@type": "ListItem", position: 2, item: { "@type": "HowToStep", text: "Boil." } },
        ],
      },
    },
    STEPS,
    { instructions: ["Chop.", "Boil."] },
  ],
  [
    "step words",
    { recipeInstructions: ["Step 1: Chop.", "Step 2: Boil."] },
    STEPS,
    { instructions: ["Chop.", "Boil."] },
  ],
  [
    "numbers in an array",
    { recipeInstructions: ["1. Chop.", "2. Boil."] },
    STEPS,
    { instructions: ["Chop.", "Boil."] },
  ],
  [
    "empty steps",
    {
      recipeInstructions: [
        { "@type": "HowToStep", text: "" },
        { "@type": "HowToStep", text: "Boil." },
      ],
    },
    STEPS,
    { instructions: ["Boil."] },
  ],
  [
    "description only",
    { recipeInstructions: [{ "@type": "HowToStep", description: "Boil." }] },
    STEPS,
    { instructions: ["Boil."] },
  ],
  [
    "windows newlines",
    { recipeInstructions: "Chop.\r\n\r\nBoil.\r\n" },
    STEPS,
    { instructions: ["Chop.", "Boil."] },
  ],
  [
    "ingredient string",
    { recipeIngredient: "1 leek\n2 onions\nsalt" },
    LIST,
    { ingredients: ["1 leek", "2 onions", "salt"] },
  ],
  [
    "ingredient html",
    { recipeIngredient: ["<b>1</b> leek", "2&nbsp;onions", "1 cup milk (240&nbsp;ml)"] },
    LIST,
    { ingredients: ["1 leek", "2 onions", "1 cup milk (240 ml)"] },
  ],
  ["legacy ingredients", { ingredients: ["1 leek"] }, LIST, { ingredients: ["1 leek"] }],
  [
    "nested groups",
    { recipeIngredient: [["1 leek"], ["2 onions"]] },
    LIST,
    { ingredients: ["1 leek", "2 onions"] },
  ],
  [
    "authors",
    {
      author: [
        { "@type": "Person", name: "Ada" },
        { "@type": "Person", name: "Bo" },
      ],
    },
    { author: "string", authors: "string[]" },
    { author: "Ada", authors: ["Ada", "Bo"] },
  ],
  ["author string", { author: "Ada" }, { author: "string" }, { author: "Ada" }],
  [
    "images",
    { image: ["https://x.example/1x1.jpg", "https://x.example/4x3.jpg"] },
    { image: "image", images: "image[]" },
    {
      image: "https://x.example/1x1.jpg",
      images: ["https://x.example/1x1.jpg", "https://x.example/4x3.jpg"],
    },
  ],
  [
    "image object",
    { image: { "@type": "ImageObject", url: "https://x.example/a.jpg" } },
    { image: "image" },
    { image: "https://x.example/a.jpg" },
  ],
  [
    "image url array in object",
    { image: { "@type": "ImageObject", url: ["https://x.example/a.jpg"] } },
    { image: "image" },
    { image: "https://x.example/a.jpg" },
  ],
  ["yields", { recipeYield: ["4", "4 servings"] }, { servings: "integer", yield: "string" }, { servings: 4 }],
  ["yield range", { recipeYield: "4-6 servings" }, { servings: "string" }, { servings: "4-6 servings" }],
  ["yield number", { recipeYield: 4 }, { servings: "integer" }, { servings: 4 }],
  [
    "times",
    { prepTime: "PT15M", cookTime: "PT1H", totalTime: "P0DT1H15M" },
    { prep_time: "integer", cook_time: "integer", total_time: "integer" },
    { prep_time: 15, cook_time: 60, total_time: 75 },
  ],
  [
    "odd times",
    { prepTime: "15 mins", cookTime: "PT0M", totalTime: "PT1H 30M" },
    { prep_time: "integer", total_time: "integer" },
    { prep_time: 15, total_time: 90 },
  ],
  ["seconds", { totalTime: "PT5400S" }, { total_time: "integer" }, { total_time: 90 }],
  [
    "zero total",
    { prepTime: "PT10M", cookTime: "PT20M", totalTime: "PT0M" },
    { total_time: "integer" },
    { total_time: 30 },
  ],
  [
    "nutrition",
    {
      nutrition: {
        "@type": "NutritionInformation",
        calories: "250 calories",
        proteinContent: "12 g",
        fatContent: "3g",
      },
    },
    { calories: "number", protein: "string", fat: "string" },
    { calories: 250, protein: "12 g", fat: "3g" },
  ],
  [
    "category and cuisine",
    { recipeCategory: ["Dinner"], recipeCuisine: "French", keywords: "easy, quick" },
    { category: "string", cuisine: "string", keywords: "string[]" },
    { category: "Dinner", cuisine: "French", keywords: ["easy", "quick"] },
  ],
  [
    "rating",
    { aggregateRating: { ratingValue: "4.8", ratingCount: "1,203" } },
    { rating: "number", reviewCount: "integer" },
    { rating: 4.8, reviewCount: 1203 },
  ],
  [
    "videos",
    { video: { "@type": "VideoObject", name: "How", contentUrl: "https://x.example/v.mp4" } },
    { video: "url" },
    { video: "https://x.example/v.mp4" },
  ],
  [
    "amounts apart from names",
    { recipeIngredient: [{ "@type": "PropertyValue", name: "leek", value: 1 }] },
    LIST,
    { ingredients: ["1 leek"] },
  ],
];

describe("recipe markup", () => {
  it.each(ROWS)("is read with %s", (_what, properties, schema, item) => {
    const recipe = { "@context": "https://schema.org", "@type": "Recipe", name: "Soup", ...properties };
    expect(itemFrom(pageOf("<h1>Soup</h1>", jsonLd(recipe)), schema)).toMatchObject(item);
  });

  const recipe = { "@type": "Recipe", name: "Soup", recipeIngredient: ["leek", "butter", "1 onion"] };
  const listOf = (lines: readonly string[]): unknown =>
    itemFrom(
      pageOf(
        `<h1>Soup</h1><h2>Ingredients</h2><ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`,
        jsonLd(recipe),
      ),
      LIST,
    )?.ingredients;

  it("is kept if the page's list differs", () => {
    expect(listOf(["2 plates", "3 spoons", "1 pot"])).toEqual(recipe.recipeIngredient);
  });
});
