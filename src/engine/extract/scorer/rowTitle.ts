/** The title of a page in a row of a table or of a list of terms: "Title: The export fails". */
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import type { PageDocument } from "../page/document.ts";
import { type Fact, isRow } from "../sources/facts.ts";
import { lettersOf } from "../values/text.ts";
import type { Judged } from "./claims/claims.ts";
import { documentTitle } from "./claims/titles.ts";
import { rateFit, toWanted } from "./fit.ts";

const LABELLED = 0.9;
/** So many of the fields asked, the title among them, are in a table that has nothing else in its rows. */
const MIN_DESCRIBED = 3;
const NAMED = 0.98;
/** Of the page's title; a shorter label's value is rather part of it. */
const MIN_SHARE = 0.25;

/**
 * What a row of a table or a list of terms calls the title ("Title: The export fails"), if the page's title repeats it or other
 * fields are there, too.
 */
export const readRowTitle = (
  facts: readonly Fact[],
  schema: OutputSchema,
  page: PageDocument,
): Judged | null => {
  const whole = lettersOf(documentTitle(page));
  const cells = facts.filter(isRow);
  const names = Object.keys(schema).map((name) => toWanted(name, false));
  const isDescribed =
    names.filter((wanted) => cells.some((cell) => rateFit(cell, wanted) >= NAMED)).length >= MIN_DESCRIBED;
  const labelled = cells.find(({ concept, values: [text] }) => {
    const letters = concept === "title" ? lettersOf(text) : "";
    return (
      letters !== "" &&
      (isDescribed || (letters.length >= whole.length * MIN_SHARE && whole.includes(letters)))
    );
  });
  const text = String(labelled?.values[0] ?? "");
  return labelled === undefined
    ? null
    : { claim: { key: lettersOf(text), text, origin: labelled.origin, features: {} }, likelihood: LABELLED };
};
