/** Which of many records a sentence watches: "the price of The Quiet Harbour", "in size L". */

import type { PageDocument } from "../../extract/extract.ts";
import { textOf } from "../../extract/extract.ts";
import type { Intent } from "../intent.ts";
import vocabulary from "../vocabulary/naming.json" with { type: "json" };
import { conceptIn, nounIn } from "./tokens.ts";

/** A capitalised name: "of The Quiet Harbour". */
const CALLED = new RegExp(vocabulary.watched.called, "gu");
const VARIANT = new RegExp(vocabulary.watched.variant, "iu");

const isOther = (name: string): boolean =>
  !name.includes(" ") && (conceptIn(name.toLowerCase()) !== null || nounIn(name.toLowerCase()) !== null);

/**
 * Narrows a list's monitor to the one record that the sentence names. Anything it cannot single out becomes
 * a note.
 */
export const watchOne = (intent: Intent, prompt: string, page: PageDocument): Intent => {
  const { monitoring } = intent;
  if (!monitoring) return intent;
  const text = textOf(page.root).toLowerCase();
  const names = [...prompt.matchAll(CALLED)]
    .map(([, name = ""]) => name)
    .filter(
      (name) => !isOther(name) && !monitoring.conditions.some((condition) => condition.includes(`"${name}"`)),
    );
  const name = names.find((each) => text.includes(each.toLowerCase()));
  const missed = names.filter((each) => each !== name && each.includes(" "));
  const [variant] = VARIANT.exec(prompt) ?? [];
  const isEither = monitoring.match === "any" && monitoring.conditions.length > 1;
  const unmet = [...(variant ? [variant] : []), ...missed, ...(isEither && name ? [name] : [])];
  const notes = unmet.map((said) => `All records are monitored: a monitor cannot filter by "${said}".`);
  const watched = { ...intent, notes: [...intent.notes, ...notes] };
  if (!name || isEither) return watched;
  // The title condition alone does not say what should change.
  const others = monitoring.conditions.length > 0 ? monitoring.conditions : ["changed"];
  return {
    ...watched,
    monitoring: { ...monitoring, conditions: [...others, `title contains "${name}"`], match: "all" },
  };
};
