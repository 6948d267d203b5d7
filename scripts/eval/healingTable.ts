/** Prints the results of `npm run eval -- --healing`, for all pages and for each half. */
import { PROMPTS, type Trial, tryHealing, type Verdict } from "./healing.ts";
import { type EvalPage, splitPages } from "./pages.ts";

const VERDICTS = ["right", "wrong", "givenUp", "unseen"] as const;
const HEAD = `| rebuilt | fields | broken | healed right | healed wrong | given up | wrong before, unnoticed |
| --- | --- | --- | --- | --- | --- | --- |`;

const count = (own: readonly Trial[], verdict: Verdict): number =>
  own.filter((trial) => trial.verdict === verdict).length;

const printRow = (name: string, own: readonly Trial[]): void => {
  const counts = VERDICTS.map((verdict) => count(own, verdict));
  console.log(
    `| ${name} | ${own.length} | ${own.length - count(own, "untouched")} | ${counts.join(" | ")} |`,
  );
};

/** Shares of the detected breakages that were healed right, healed wrong and not healed. */
const sharesOf = (own: readonly Trial[]): Readonly<Record<"right" | "wrong" | "givenUp", number>> => {
  const noticed = own.length - count(own, "untouched") - count(own, "unseen");
  const share = (verdict: Verdict): number => Number((count(own, verdict) / Math.max(1, noticed)).toFixed(3));
  return { right: share("right"), wrong: share("wrong"), givenUp: share("givenUp") };
};

/** Share of the removed values that were replaced by something else. */
const wrongShareOf = (own: readonly Trial[]): number =>
  Number((count(own, "wrong") / Math.max(1, own.length)).toFixed(3));

const isGone = ({ mutation }: Trial): boolean => mutation.startsWith("value gone");

/** The two halves of the pages: thresholds are tuned on one; the other is only measured. */
const halvesOf = (pages: readonly EvalPage[], trials: readonly Trial[]): [string, Trial[]][] => {
  const heldOut = new Set(splitPages(pages).heldOut.map(({ id }) => id));
  return [
    ["all pages", [...trials]],
    ["tuned half", trials.filter(({ page }) => !heldOut.has(page))],
    ["held-out half", trials.filter(({ page }) => heldOut.has(page))],
  ];
};

/** @returns the shares healed right and wrong, for values that still exist */
export const printHealing = (
  pages: readonly EvalPage[],
  asJson: boolean,
): { readonly right: number; readonly wrong: number } => {
  const trials = tryHealing(pages.filter(({ kind }) => Object.hasOwn(PROMPTS, kind)));
  const halves = halvesOf(pages, trials);
  console.log(HEAD);
  for (const [name, own] of Object.entries(Object.groupBy(trials, ({ mutation }) => mutation)))
    printRow(name, own ?? []);
  for (const [half, own] of halves) {
    printRow(
      `**value still there, ${half}**`,
      own.filter((trial) => !isGone(trial)),
    );
    for (const gone of ["value gone", "value gone, classes renamed"])
      printRow(
        `${gone}, ${half}`,
        own.filter(({ mutation }) => mutation === gone),
      );
  }
  if (process.argv.includes("--worst"))
    for (const { verdict, kind, page, mutation, isNewContent, field, detail } of trials)
      if (!["untouched", "right"].includes(verdict))
        console.log(verdict, kind, page, mutation, isNewContent, field, detail);
  if (asJson) {
    const figures = halves.map(([half, own]) => [
      half,
      {
        valueThere: sharesOf(own.filter((trial) => !isGone(trial))),
        goneHealedWrong: wrongShareOf(own.filter(({ mutation }) => mutation === "value gone")),
        goneAndRenamedHealedWrong: wrongShareOf(
          own.filter(({ mutation }) => mutation === "value gone, classes renamed"),
        ),
      },
    ]);
    console.log(
      JSON.stringify({
        mutations: trials.length - count(trials, "untouched") - count(trials, "unseen"),
        healedRight: count(trials, "right"),
        healedWrong: count(trials, "wrong"),
        givenUp: count(trials, "givenUp"),
        unnoticed: count(trials, "unseen"),
        ...Object.fromEntries(figures),
      }),
    );
  }
  const { right, wrong } = sharesOf(trials.filter((trial) => !isGone(trial)));
  return { right, wrong };
};
