/** Nutrition in the markup of recipes. */
import vocabulary from "../../vocabulary/recipes.json" with { type: "json" };
import { type Fact, makeFact } from "../facts.ts";
import type { Entity } from "../markup/entities.ts";
import { isRecord } from "../markup/entities.ts";

/** Common names for properties such as `proteinContent`. */
const ALSO: Readonly<Record<string, readonly string[]>> = vocabulary.nutrition;

/** Nutrition of the page's subject under plain names: `protein`, `fat`, `carbs`. */
export const readNutrition = (subject: Entity | null): Fact[] => {
  const nutrition = subject?.properties.nutrition;
  if (!subject || !isRecord(nutrition)) return [];
  return Object.entries(nutrition).flatMap(([name, value]) => {
    if (typeof value !== "string" && typeof value !== "number") return [];
    const plain = name.replace(/Content$/, "");
    return [plain, ...(ALSO[plain] ?? [])].map((called) =>
      makeFact(subject.source, called, [value], { concept: null, path: `Recipe.nutrition.${name}` }),
    );
  });
};
