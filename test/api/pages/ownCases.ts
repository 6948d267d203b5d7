import { extractSteps, type OwnCase } from "./pageCase.ts";

/** Flows over our own pages that need nothing said but what they must collect. */
export const OWN_CASES: readonly OwnCase[] = [
  {
    what: "collects a shop's list: German prices, stock in words, null where there is no price",
    flow: {
      path: "/boats/",
      steps: extractSteps("article.boat", [
        "id: @data-id",
        "name: h3",
        "price: .cost ins",
        "was: .cost del",
        "in_stock: .stock",
      ]),
      outputSchema: { id: "string", name: "string", price: "price", was: "number", in_stock: "boolean" },
    },
    items: () => [
      { id: "b-1", name: "Anna", price: 11_450.5, was: 12_900, in_stock: true },
      { id: "b-2", name: "Berta", price: 999, was: null, in_stock: false },
      { id: "b-3", name: "Clara", price: null, was: null, in_stock: null },
    ],
  },
  {
    what: "finds bare field names by itemprop, class, data attribute and id",
    flow: {
      path: "/lamp",
      steps: extractSteps(null, [
        "name",
        "price",
        "availability",
        "brand",
        "sku",
        "weight",
        "image",
        "colour",
      ]),
      outputSchema: {
        name: "string",
        price: "number",
        availability: "boolean",
        brand: "string",
        sku: "string",
        weight: "number",
        image: "image",
        colour: "string",
      },
    },
    items: (url) => [
      {
        name: "Reading lamp No. 7",
        price: 1249,
        availability: true,
        brand: "Brass & Sons",
        sku: "RL-7",
        weight: 2.4,
        image: `${url}/img/lamp.png`,
        colour: null,
      },
    ],
  },
  {
    what: "collects a recipe: lists, nested lists as one line, records within the record",
    flow: {
      path: "/soup",
      steps: extractSteps(".recipe", [
        "title: h1",
        "servings: .servings",
        "minutes: .minutes",
        "steps[]: .method > li",
        "ingredients[]: .ingredient",
      ]),
      outputSchema: {
        title: "string",
        servings: "integer",
        minutes: "number",
        steps: "string[]",
        ingredients: [{ amount: "string", name: "string" }],
      },
    },
    items: () => [
      {
        title: "Leek soup",
        servings: 4,
        minutes: 35,
        steps: ["Slice the leeks. Keep the green.", "Simmer in the stock for 25 minutes.", "Blend."],
        ingredients: [
          { amount: "3", name: "leeks" },
          { amount: "½ l", name: "stock" },
          { amount: null, name: "chives" },
        ],
      },
    ],
  },
  {
    what: "reads a page in the encoding that the page itself names",
    flow: {
      path: "/cyrillic",
      steps: extractSteps(".book", ["title: b", "author: i"]),
    },
    items: () => [
      { title: "Мастер и Маргарита", author: "Булгаков" },
      { title: "Вий", author: "Гоголь" },
    ],
  },
  {
    what: "believes the header's encoding over the page's",
    flow: {
      path: "/mislabelled",
      steps: extractSteps(null, ["title: h1"]),
    },
    items: () => [{ title: "Crème brûlée à 5 EUR" }],
  },
  {
    what: "collects an Arabic page by Arabic names, with prices behind direction marks",
    flow: {
      path: "/arabic",
      steps: extractSteps(".كتاب", ["عنوان: h2", "مؤلف: .مؤلف", "سعر: .سعر", "url: h2 a@href"]),
      outputSchema: { عنوان: "string", مؤلف: "string", سعر: "price", url: "url" },
    },
    items: (url) => [
      {
        عنوان: "مدن الملح",
        مؤلف: "عبد الرحمن منيف",
        سعر: 1299.5,
        url: `${url}/%D9%83%D8%AA%D8%A8/%D9%A1`,
      },
      { عنوان: "الأيام", مؤلف: "طه حسين", سعر: 45, url: `${url}/%D9%83%D8%AA%D8%A8/2` },
    ],
  },
  {
    what: "resolves links against <base>, and gives null for what is no address",
    flow: {
      path: "/pages/deep/based",
      steps: extractSteps("li", ["what: a", "url: a@href"]),
      outputSchema: { what: "string", url: "url" },
    },
    items: (url) => [
      { what: "below the base", url: `${url}/shop/v2/item/1` },
      { what: "beside the base", url: `${url}/shop/about` },
      { what: "from the root", url: `${url}/root` },
      { what: "a query alone", url: `${url}/shop/v2/?page=2` },
      { what: "a fragment alone", url: `${url}/shop/v2/#top` },
      { what: "another host", url: "http://other.example/x" },
      { what: "blanks around and inside", url: null },
      { what: "no address", url: null },
      { what: "no href", url: null },
    ],
  },
  {
    what: "resolves links against the address to which it was redirected",
    flow: {
      path: "/moved",
      steps: extractSteps(".item", ["url: @href"]),
      outputSchema: { url: "url" },
    },
    items: (url) => [{ url: `${url}/new-home/one` }],
  },
  {
    what: "takes records that stand within records one by one, each with its own first match",
    flow: {
      path: "/thread",
      steps: extractSteps(".comment", ["author: .author", "text: p"]),
    },
    items: () => [
      { author: "ana", text: "First." },
      { author: "bo", text: "Answer to ana." },
      { author: "cy", text: "Answer to bo." },
      { author: "di", text: "Another answer to ana." },
      { author: "ed", text: "Second." },
    ],
  },
  {
    what: "gives each group its own list, an empty one where the group is empty",
    flow: {
      path: "/thread",
      steps: extractSteps(".group", ["group: h2", "members[]: li"]),
    },
    items: () => [
      { group: "Fruit", members: ["apple", "pear"] },
      { group: "Roots", members: ["beet"] },
      { group: "Nothing yet", members: [] },
    ],
  },
  {
    what: "collects what a page holds when the flow has no steps",
    flow: { path: "/about", steps: [] },
    items: (url) => [
      {
        title: "About the harbour",
        description: "Ships, tides and the old crane.",
        author: null,
        date: null,
        language: "en",
        image: null,
        url: `${url}/harbour`,
        content: "The harbour\n\nShips\n\nTides & times\n\nNothing else.",
        markdown: "# The harbour\n\n## Ships\n\n## Tides & times\n\nNothing else.",
      },
    ],
  },
];
