/** How a run asks a language model about a page: the question and the check of its answer are those of `POST /extract`. */
import { mergeRead, wantsModel } from "../../../domain/extract/merge.ts";
import type { Asking } from "../../../domain/model.ts";
import { READ_LIMIT_MS, withTimeLimit } from "../../../engine/extract/extract.ts";
import { keepOnPage, readIntent, readQuestion } from "../../../engine/generate/index.ts";
import type { AskModel } from "../../../engine/steps/index.ts";

/** Values of unknown origin: who found them does not matter here. */
const asResults = (items: Parameters<AskModel>[2]) => items.map((item) => ({ item, provenance: {} }));

export const askingModel =
  (ask: Asking["ask"]): AskModel =>
  async ({ document }, { schema: asked, instructions = "", now }, found) => {
    // The names of structured data say what it holds.
    if (document.data !== undefined) return null;
    const schema = Object.keys(asked).length > 0 ? asked : undefined;
    const isUnderstood = instructions.trim() === "" || readIntent(instructions).fields.length > 0;
    const results = asResults(found);
    if (!wantsModel({ results, isUnderstood }, { schema })) return null;
    const question = withTimeLimit(READ_LIMIT_MS, () => readQuestion(document, { schema, instructions }));
    const { answer, failure } = await ask(question);
    if (!answer) return { items: found, fields: [], failure: failure.message };
    const read = withTimeLimit(READ_LIMIT_MS, () => keepOnPage(document, answer.value, schema, now));
    const merged = mergeRead(results, read);
    return {
      items: merged.map(({ item }) => ({ ...item })),
      fields: [...new Set(merged.flatMap(({ provenance }) => Object.keys(provenance)))],
    };
  };
