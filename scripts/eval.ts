/**
 * Scores the engine on the real pages: `npm run eval [-- --quick --json]`. `docs/quality.md` describes the
 * method and has the latest scores.
 */

import { evenly } from "../src/engine/extract/values/evenly.ts";
import { printDocuments } from "./eval/documents/documents.ts";
import { printExamples } from "./eval/examples.ts";
import { printFlows } from "./eval/generate.ts";
import { printHealing } from "./eval/healingTable.ts";
import { linesOfCode } from "./eval/linesOfCode.ts";
import { type EvalPage, loadPages, pagesMissing } from "./eval/pages.ts";
import { printSets } from "./eval/score/sets.ts";
import { printSpeed } from "./eval/speed.ts";
import { printThemes } from "./eval/themes/score.ts";
import { printUnseen } from "./eval/unseen/print.ts";
import { printWritten } from "./eval/written/print.ts";
import { sampleOfCommand } from "./sample.ts";

/** With --quick: the share of flows, and the number of pages for healing. */
const QUICK = { generate: 0.25, healing: 6 } as const;

/** Runs everything, on `dev`. */
const printAll = async (pages: readonly EvalPage[]): Promise<void> => {
  const isQuick = argv.includes("--quick");
  const { sets, readability, trafilatura, msPerPageP50 } = printSets("dev");
  const generate = await printFlows("dev", isQuick ? QUICK.generate : 1, false);
  const healing = printHealing(isQuick ? evenly(pages, QUICK.healing) : pages, false);
  if (isJson)
    console.log(
      JSON.stringify({
        ...{ sets, generate, healing, readability, trafilatura, msPerPageP50 },
        linesOfCode: linesOfCode(),
      }),
    );
};

const missing = pagesMissing();
const { argv } = process;
const isJson = argv.includes("--json");
const split = argv.includes("--train") ? "train" : "dev";
const pages = missing === null ? loadPages(sampleOfCommand()) : [];
if (argv.includes("--documents")) await printDocuments(isJson);
else if (argv.includes("--themes")) await printThemes(isJson);
else if (argv.includes("--written")) printWritten(isJson, argv.includes("--worst"));
else if (missing !== null) console.log(JSON.stringify({ skipped: missing }));
else if (argv.includes("--sets")) {
  const { sets } = printSets(split);
  if (isJson) console.log(JSON.stringify({ sets }));
} else if (argv.includes("--unseen")) await printUnseen(argv.includes("--quick"), isJson);
else if (argv.includes("--speed")) printSpeed(isJson);
else if (argv.includes("--examples")) printExamples(split, { isJson, isLoud: argv.includes("--worst") });
else if (argv.includes("--generate")) await printFlows(split, 1, isJson);
else if (argv.includes("--healing")) printHealing(pages, isJson);
else await printAll(pages);
