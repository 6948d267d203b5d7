/** `npm run eval -- --written`: pages and sentences that were written by somebody who did not know the engine. */
import { HALVES } from "./halves.ts";
import { scorePages } from "./pages.ts";
import { scoreSentences } from "./sentences.ts";

const shown = (scores: object): string =>
  Object.entries(scores)
    .map(
      ([name, value]) => `${name} ${Number.isInteger(value) && value > 1 ? value : Number(value).toFixed(3)}`,
    )
    .join(", ");

/** @param isLoud whether to print the failures of the half that may be read */
export const printWritten = (isJson: boolean, isLoud: boolean): void => {
  const written = Object.fromEntries(
    HALVES.map((half) => {
      const isTold = isLoud && half === "seen" && !isJson;
      return [half, { pages: scorePages(half, isTold), sentences: scoreSentences(half, isTold) }];
    }),
  );
  if (isJson) console.log(JSON.stringify({ written }));
  else
    for (const [half, { pages, sentences }] of Object.entries(written)) {
      console.log(`${half}: lists: ${shown(pages.lists)}`);
      console.log(`${half}: single pages: ${shown(pages.singles)}`);
      console.log(`${half}: sentences: ${shown(sentences)}`);
    }
};
