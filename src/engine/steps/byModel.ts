/** Completes the data of a page by a language model, where the step allows it and values are missing. */
import type { NestedStep } from "../../contract/steps/steps.ts";
import { type Item, nameStep, type PageScope } from "./scope.ts";
import { itemsIn, toJson, wantedOf } from "./wholePage.ts";

type PageStep = Extract<NestedStep, { type: "extract" }>;

/** Runs after the step itself, whose record it completes. */
export const completeByModel = async (
  step: PageStep,
  scope: PageScope,
  path: readonly number[],
): Promise<void> => {
  const { askModel, page, completes, yields, log } = scope;
  if (step.as !== "page" || step.useModel !== true || !askModel) return;
  const record = completes ?? yields.at(-1)?.record;
  if (!record || !Object.hasOwn(record, "json")) return;
  const name = nameStep(step, path);
  if (page.permissions?.reserved.includes("ai-input"))
    return log("info", `${name}: no model was asked: ${page.url} reserves ai-input`);
  const found = itemsIn(record.json as Item | null, scope);
  const read = await askModel(page, wantedOf(step, scope), found);
  if (!read) return;
  const { items, fields, failure } = read;
  if (failure !== undefined) return log("warn", `${name}: no model was used on ${page.url}: ${failure}`);
  if (fields.length === 0) return log("info", `${name}: the model found nothing more on ${page.url}`);
  record.json = toJson(items, scope);
  record.readByModel = [...fields];
  log("info", `${name}: a model read ${fields.join(", ")} on ${page.url}`);
};
