import { parseMinutes } from "../values/durations.ts";
import { type Fact, makeFact } from "./facts.ts";

export type Time = "totalTime" | "prepTime" | "cookTime";

/** The total time from its parts, if it is not given. */
export const sumTimes = (facts: readonly Fact[]): Fact[] => {
  const minutesOf = (concept: Time): number | null =>
    parseMinutes(String(facts.find((fact) => fact.concept === concept)?.values[0] ?? ""));
  const [prep, cook] = [minutesOf("prepTime"), minutesOf("cookTime")];
  if ((prep === null && cook === null) || minutesOf("totalTime") !== null) return [];
  const source = facts[0]?.source ?? "json-ld";
  const isWhole = prep !== null && cook !== null;
  return [
    makeFact(source, "totalTime", [(prep ?? 0) + (cook ?? 0)], {
      factor: isWhole ? 0.8 : 0.6,
      path: isWhole ? "prepTime + cookTime" : prep === null ? "cookTime" : "prepTime",
    }),
  ];
};
