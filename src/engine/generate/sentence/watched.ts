/** Which of many a sentence watches: "the price of The Quiet Harbour", "in size L". */

import type { PageDocument } from "../../extract/extract.ts";
import { textOf } from "../../extract/extract.ts";
import vocabulary from "../vocabulary/naming.json" with { type: "json" };
import type { Intent } from "./intent.ts";
import { conceptIn, nounIn } from "./tokens.ts";

/** By capitals: "of The Quiet Harbour". */
const CALLED = new RegExp(vocabulary.watched.called, "gu");
const VARIANT = new RegExp(vocabulary.watched.variant, "iu");

const isOther = (name: string): boolean =>
  !name.includes(" ") && (conceptIn(name.toLowerCase()) !== null || nounIn(name.toLowerCase()) !== null);

/**
 * The intent with what of a list its monitor is to tell: alerts on the one record that the sentence names, and
 * what cannot be told apart as a note.
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
  const notes = unmet.map((said) => `Every record is watched: the monitor cannot watch only "${said}".`);
  const watched = { ...intent, notes: [...intent.notes, ...notes] };
  if (!name || isEither) return watched;
  // A change of the price says nothing new about the title: what is to change is a condition too.
  const others = monitoring.conditions.length > 0 ? monitoring.conditions : ["changed"];
  return {
    ...watched,
    monitoring: { ...monitoring, conditions: [...others, `title contains "${name}"`], match: "all" },
  };
};
