import { describe, expect, it } from "@jest/globals";
import { itemFrom, pageOf } from "./helpers.ts";

const RECIPE = {
  title: "string",
  ingredients: "string[]",
  instructions: "string[]",
  totalTime: "integer",
} as const;

/** The cards that the plugins of blogs make, without their markup. */
const CARDS: readonly (readonly [string, string, string, Readonly<Record<string, unknown>>])[] = [
  [
    "WP Recipe Maker, with groups, notes and equipment",
    "de",
    `<h1>Linsensuppe wie bei Oma</h1><p>Heute wird es warm.</p><div class="wprm-recipe-container"><h2 class="wprm-recipe-name">Linsensuppe</h2>
     <div class="wprm-recipe-total-time-container"><span class="wprm-recipe-time-label">Gesamtzeit </span><span class="wprm-recipe-time"><span>50</span> <span>Minuten</span></span></div>
     <div class="wprm-recipe-equipment-container"><h3>Utensilien</h3><ul class="wprm-recipe-equipment"><li>1 Topf</li></ul></div>
     <div class="wprm-recipe-ingredients-container"><h3>Zutaten</h3><div class="wprm-recipe-ingredient-group"><h4>Suppe</h4><ul class="wprm-recipe-ingredients">
     <li class="wprm-recipe-ingredient"><span>250</span> <span>g</span> <span>Linsen</span></li><li class="wprm-recipe-ingredient"><span>2</span> <span>EL</span> <span>Öl</span></li><li class="wprm-recipe-ingredient"><span>1</span> <span>Zwiebel</span></li></ul></div></div>
     <div class="wprm-recipe-instructions-container"><h3>Anleitungen</h3><ul class="wprm-recipe-instructions"><li><div class="wprm-recipe-instruction-text">Zwiebel anbraten.</div></li><li><div class="wprm-recipe-instruction-text">Linsen kochen.</div></li></ul></div>
     <div class="wprm-recipe-notes-container"><h3>Notizen</h3><p>Schmeckt am nächsten Tag besser.</p></div></div>`,
    {
      ingredients: ["250 g Linsen", "2 EL Öl", "1 Zwiebel"],
      instructions: ["Zwiebel anbraten.", "Linsen kochen."],
      totalTime: 50,
    },
  ],
  [
    "Tasty Recipes",
    "es",
    `<h1>Sopa de ajo</h1><div class="tasty-recipes"><h2 class="tasty-recipes-title">Sopa de ajo</h2><ul><li><span class="tasty-recipes-label">Tiempo total:</span> <span class="tasty-recipes-total-time">30 minutos</span></li></ul>
     <div class="tasty-recipes-ingredients"><h3>Ingredientes</h3><div class="tasty-recipes-ingredients-body"><ul><li>4 dientes de ajo</li><li>200 g de pan</li><li>1 l de caldo</li></ul></div></div>
     <div class="tasty-recipes-instructions"><h3>Instrucciones</h3><div><ol><li>Dora los ajos.</li><li>Añade el caldo.</li></ol></div></div></div>`,
    {
      title: "Sopa de ajo",
      ingredients: ["4 dientes de ajo", "200 g de pan", "1 l de caldo"],
      instructions: ["Dora los ajos.", "Añade el caldo."],
      totalTime: 30,
    },
  ],
  [
    "Mediavine Create",
    "en",
    `<h1>Lemon Bars</h1><section class="mv-create-card"><h2 class="mv-create-title">Lemon Bars</h2><div class="mv-create-times"><div><em class="mv-create-time-label">Total Time</em> <span class="mv-create-time-format">1 hour 10 minutes</span></div></div>
     <div class="mv-create-ingredients"><h3>Ingredients</h3><ul><li>1 cup butter</li><li>2 cups flour</li><li>4 eggs</li></ul></div>
     <div class="mv-create-instructions"><h3>Instructions</h3><ol><li>Press the crust.</li><li>Bake until set.</li></ol></div></section>`,
    {
      title: "Lemon Bars",
      ingredients: ["1 cup butter", "2 cups flour", "4 eggs"],
      instructions: ["Press the crust.", "Bake until set."],
      totalTime: 70,
    },
  ],
  [
    "a card with substitutes to switch to",
    "en",
    `<h1>Wraps</h1><h2>Ingredients</h2><ul><li><span>2 tbsp</span> soy sauce <div class="substitute hidden">tamari</div></li><li>4 tortillas</li><li>1 cup beans</li></ul><h2>Directions</h2><ol><li>Fill.</li><li>Roll.</li></ol>`,
    {
      ingredients: ["2 tbsp soy sauce", "4 tortillas", "1 cup beans"],
      instructions: ["Fill.", "Roll."],
    },
  ],
  [
    "utensils within the box of ingredients",
    "en",
    `<h1>Ice Cream</h1><div class="recipe-ingredients"><h3>Ingredients</h3><ul><li>1 cup milk</li><li>2 tbsp sugar</li></ul><section class="recipe-ingredients__utensils"><h3>Utensils</h3><ul><li>Whisk</li></ul></section></div><span class="recipe-author__name">By Ada Cook</span>`,
    { title: "Ice Cream", ingredients: ["1 cup milk", "2 tbsp sugar"] },
  ],
  [
    "a page in French with sections",
    "fr",
    `<h1>Quiche aux poireaux</h1><p>Temps total : 1 h 05</p><h2>Ingrédients pour 6 personnes</h2><ul><li>1 pâte brisée</li><li>3 poireaux</li><li>20 cl de crème</li></ul><h2>Préparation</h2><p>Étape 1 : Laver les poireaux.</p><p>Étape 2 : Cuire 35 minutes.</p>`,
    {
      title: "Quiche aux poireaux",
      ingredients: ["1 pâte brisée", "3 poireaux", "20 cl de crème"],
      instructions: ["Laver les poireaux.", "Cuire 35 minutes."],
      totalTime: 65,
    },
  ],
];

describe("recipe cards without markup", () => {
  it.each(CARDS)("are read: %s (%s)", (_what, language, body, item) => {
    expect(itemFrom(pageOf(`<main>${body}</main>`, "", language), RECIPE)).toMatchObject(item);
  });
});
