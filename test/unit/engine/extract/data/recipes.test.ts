import { describe, expect, it } from "@jest/globals";
import { extractFrom, itemFrom, jsonLd, pageOf } from "./helpers.ts";

const RECIPE = {
  title: "string",
  ingredients: "string[]",
  instructions: "string[]",
  totalTime: "integer",
} as const;

const PAGES: readonly (readonly [string, string, string, Readonly<Record<string, unknown>>])[] = [
  [
    "paragraphs under a class of a plugin",
    "en",
    `<h1>Curry</h1><div class="tasty-recipes"><div class="tasty-recipes-ingredients"><h3>Ingredients</h3><div class="body">
      <h4>Paste</h4><p><span>½</span> tsp cumin</p><p><span>2</span> tsp paprika</p><p>1 lemon</p></div></div>
      <p>Total Time: 1 hr 20 min</p><h3>Instructions</h3><ol><li>Mix the paste.</li><li>Fry it well.</li></ol></div>`,
    {
      title: "Curry",
      ingredients: ["½ tsp cumin", "2 tsp paprika", "1 lemon"],
      instructions: ["Mix the paste.", "Fry it well."],
      totalTime: 80,
    },
  ],
  [
    "rows of a table",
    "de",
    `<h1>Eintopf</h1><p>Gesamtzeit: 1 Std. 20 Min.</p><h2>Zutaten</h2><table><tr><td>500 g</td><td>Kartoffeln</td></tr><tr><td>2 EL</td><td>Öl</td></tr>
      <tr><td>1 Prise</td><td>Salz</td></tr></table><h2>Zubereitung</h2><p>Kartoffeln schälen.</p><p>Alles kochen.</p>`,
    {
      title: "Eintopf",
      ingredients: ["500 g Kartoffeln", "2 EL Öl", "1 Prise Salz"],
      instructions: ["Kartoffeln schälen.", "Alles kochen."],
      totalTime: 80,
    },
  ],
  [
    "lines parted by breaks",
    "fr",
    `<h1>Crêpes</h1><p>250 g de farine<br>4 œufs<br>2 cuillères à soupe de sucre<br>1 pincée de sel</p>
      <h2>Préparation</h2><ol><li>Mélanger.</li><li>Cuire.</li></ol><p>Préparation : 10 minutes</p><p>Cuisson : 20 minutes</p>`,
    {
      title: "Crêpes",
      ingredients: ["250 g de farine", "4 œufs", "2 cuillères à soupe de sucre", "1 pincée de sel"],
      instructions: ["Mélanger.", "Cuire."],
      totalTime: 30,
    },
  ],
  [
    "amounts and names side by side, with nothing between",
    "hr",
    `<h1>Burek</h1><h3>Sastojci</h3><div class="list"><div class="it"><strong>650 g</strong><span>kora</span></div>
      <div class="it"><strong>500 g</strong><span>sira</span></div><div class="it"><strong>100 ml</strong><span>ulja</span></div></div>
      <h3>Priprema</h3><div><p>Premažite lim.</p><p>Slažite kore.</p></div><div><span>Ukupno vrijeme</span></div><div>1h</div>`,
    {
      title: "Burek",
      ingredients: ["650 g kora", "500 g sira", "100 ml ulja"],
      instructions: ["Premažite lim.", "Slažite kore."],
      totalTime: 60,
    },
  ],
  [
    "one list of steps in several boxes",
    "pt",
    `<h1>Bolo</h1><h5>Ingredientes</h5><ul><li>2 xícaras de farinha</li><li>3 ovos</li></ul><div><h5>Modo de preparo</h5>
      <ol><li>Bata os ovos.</li></ol></div><div></div><div><ol><li>Junte a farinha.</li><li>Asse.</li></ol></div>
      <dl><dt>Tempo de preparo</dt><dd>Até 1h</dd></dl>`,
    {
      title: "Bolo",
      ingredients: ["2 xícaras de farinha", "3 ovos"],
      instructions: ["Bata os ovos.", "Junte a farinha.", "Asse."],
      totalTime: 60,
    },
  ],
  [
    "steps with headings, beside a number",
    "es",
    `<h1>Bizcocho</h1><p>Tiempo total: 45 minutos</p><h2>Ingredientes</h2><ul><li>3 huevos</li><li>200 g de harina</li></ul><div class="head"><h2>Paso a paso</h2></div>
      <div class="step"><h3>Bate</h3><p>Casca los huevos.</p></div><div class="step"><h3>Hornea</h3><p>Al horno 30 minutos.</p></div>`,
    {
      title: "Bizcocho",
      ingredients: ["3 huevos", "200 g de harina"],
      instructions: ["Bate", "Casca los huevos.", "Hornea", "Al horno 30 minutos."],
      totalTime: 45,
    },
  ],
  [
    "ingredients repeated below each step",
    "en",
    `<h1>Dip</h1><h3>Ingredients</h3><ul class="wprm-recipe-ingredients"><li>▢ 1 lemon</li><li>▢ 2 cups crab</li></ul>
      <h3>Instructions</h3><ul class="wprm-recipe-instructions"><li><div>Stir.</div><div class="wprm-recipe-instruction-ingredients">1 lemon</div></li><li><div>Serve.</div></li></ul>
      <div>Prep Time 10 minutes minutes</div>`,
    {
      title: "Dip",
      ingredients: ["1 lemon", "2 cups crab"],
      instructions: ["Stir.", "Serve."],
      totalTime: 10,
    },
  ],
  [
    "a page in Dutch that says its time before its word",
    "nl",
    `<h1>Salade</h1><p>20 min. bereiden</p><h2>Ingrediënten</h2><div><p><span>300</span> g fusilli</p><p><span>1</span> teen knoflook</p>
      <p><span>2</span> el olijfolie</p></div><h2>Bereiding</h2><p>Kook de pasta.</p><p>Meng alles.</p>`,
    {
      title: "Salade",
      ingredients: ["300 g fusilli", "1 teen knoflook", "2 el olijfolie"],
      instructions: ["Kook de pasta.", "Meng alles."],
      totalTime: 20,
    },
  ],
];

describe("recipes without markup", () => {
  it.each(PAGES)("reads %s (%s)", (_what, language, body, item) => {
    expect(itemFrom(pageOf(`<main>${body}</main>`, "", language), RECIPE)).toEqual(item);
  });

  it("reads title and author from the card, not from the story around it", () => {
    const html =
      pageOf(`<h1>Gingerbread at last</h1><div class="recipe-card"><h2 class="recipe-card-title">Dark Gingerbread</h2>
      <span class="recipe-author-name">Ada Cook</span><ul class="ingredients"><li>2 cups flour</li><li>1 tsp ginger</li><li>1 egg</li></ul></div>`);
    expect(itemFrom(html, { title: "string", author: "string", ingredients: "string[]" })).toMatchObject({
      title: "Dark Gingerbread",
      author: "Ada Cook",
    });
  });

  it("does not read opening hours, comments or dates as ingredients", () => {
    const html = pageOf(
      "<h1>Bakery</h1><ul><li>9 to 17 h</li><li>12 comments</li><li>3 reviews</li><li>5 minutes away</li></ul>",
    );
    expect(itemFrom(html, { title: "string", ingredients: "string[]" })).toEqual({
      title: "Bakery",
      ingredients: [],
    });
  });

  it("does not use the site's logo as image", () => {
    const html = pageOf(
      '<h1>Falafel</h1><figure><img src="/up/falafel.jpg" width="600" height="400"></figure>',
      '<meta property="og:image" content="/up/site_logo.png">',
    );
    expect(itemFrom(html, { image: "image" })).toEqual({ image: "https://shop.example/up/falafel.jpg" });
  });
});

describe("a recipe with markup", () => {
  const recipe = { "@type": "Recipe", name: "Soup", recipeIngredient: ["1 leek"] };
  const stepsOf = (recipeInstructions: unknown): unknown =>
    itemFrom(pageOf("<h1>A soup story</h1>", jsonLd({ ...recipe, recipeInstructions })), {
      instructions: "string[]",
    })?.instructions;

  it.each([
    [
      "steps with names of their own",
      [{ "@type": "HowToStep", name: "Mix", text: "Stir all." }],
      ["Mix", "Stir all."],
    ],
    [
      "names that repeat the text",
      [{ "@type": "HowToStep", name: "Stir all...", text: "Stir all." }],
      ["Stir all."],
    ],
    ["names that number the steps", [{ "@type": "HowToStep", name: "Step 1", text: "Stir." }], ["Stir."]],
    [
      "sections",
      [{ "@type": "HowToSection", name: "Base", itemListElement: [{ "@type": "HowToStep", text: "Chop." }] }],
      ["Base", "Chop."],
    ],
    [
      "directions inside a step",
      [{ "@type": "HowToStep", itemListElement: { "@type": "HowToDirection", text: "Chop." } }],
      ["Chop."],
    ],
    ["lists of lists", [["Chop.", "Boil."]], ["Chop.", "Boil."]],
    [
      "one text with numbers",
      "1. Chop. 2. Boil for 3 minutes. 3. Serve.",
      ["Chop.", "Boil for 3 minutes.", "Serve."],
    ],
    ["one text with breaks", "Chop.<br>Boil.\n\nServe.", ["Chop.", "Boil.", "Serve."]],
  ])("reads %s", (_what, steps, expected) => {
    expect(stepsOf(steps)).toEqual(expected);
  });

  it("uses the image's URL, not its caption", () => {
    const image = [{ "@type": "ImageObject", name: "A bowl", url: "https://cdn.example/soup.jpg" }];
    expect(itemFrom(pageOf("", jsonLd({ ...recipe, image })), { image: "image" })).toEqual({
      image: "https://cdn.example/soup.jpg",
    });
  });

  it("is one item, whatever markup the comments have", () => {
    const people = ["Bo", "Cy", "Di", "Ed"].map((name) => ({ "@type": "Person", name }));
    const html = pageOf("<h1>A soup story</h1>", jsonLd([recipe, ...people]));
    expect(extractFrom(html, { schema: { title: "string" } })).toMatchObject({
      kind: "detail",
      results: [{ item: { title: "Soup" } }],
    });
  });
});
