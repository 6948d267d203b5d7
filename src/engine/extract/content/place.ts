/** Features of a block's position on its page. */
import { type Block, type Box, createClimber } from "../page/blocks.ts";
import type { Survey } from "./survey.ts";
import { FAR, type Part, share } from "./table.ts";
import { bitOfTopic } from "./topics.ts";

/** Distance to a block that does not exist. */
const NONE = -999;

interface Meeting {
  readonly steps: number;
  readonly box: Box | null;
}

/** Creates a function that counts the steps from a box up to the first one in `chain`, and returns that box. */
const createMeeter = (chain: ReadonlySet<Box>): ((box: Box) => Meeting) =>
  createClimber((box, above) => {
    if (chain.has(box)) return { steps: 0, box };
    return above?.box ? { steps: above.steps + 1, box: above.box } : { steps: FAR, box: null };
  });

const chainOf = (box: Box | undefined): ReadonlySet<Box> => {
  const chain = new Set<Box>();
  for (let at: Box | null = box ?? null; at; at = at.parent) chain.add(at);
  return chain;
};

/** Returns the deepest box with at least this share of the page's prose. */
const proseRoot = ({ boxes, proseWords, page }: Survey, least: number): ReadonlySet<Box> => {
  let root = page.root;
  if (proseWords > 0)
    for (const [box, facts] of boxes)
      if (facts.proseWords >= proseWords * least && (box.depth > root.depth || box === root)) root = box;
  return new Set([root]);
};

/** For each block, the index of the last heading of level `most` or higher rank, itself included; -1 if none. */
const lastHeadings = (texts: Survey["texts"], most: number): number[] => {
  let last = -1;
  return texts.map(({ level }, index) => {
    if (level > 0 && level <= most) last = index;
    return last;
  });
};

/** Creates the position features: distances from the start, the title, the last heading and the prose. */
export const createPlacer = (survey: Survey): ((block: Block, index: number) => Part) => {
  const { page, texts, heading, firstProse, proseWords, wordsBefore, proseBefore } = survey;
  const { blocks, root } = page;
  const meetTitle = createMeeter(chainOf(blocks[heading]?.box));
  const meetMost = createMeeter(proseRoot(survey, 0.8));
  const meetHalf = createMeeter(proseRoot(survey, 0.5));
  const [headings, sections] = [lastHeadings(texts, 6), lastHeadings(texts, 2)];
  return (block, index) => {
    const [last = -1, lastH2 = -1] = [headings[index], sections[index]];
    const before = wordsBefore[index] ?? 0;
    const met = meetTitle(block.box).box;
    return {
      at: index / blocks.length,
      index,
      wordsAt: share(before, root.words),
      proseAt: proseWords === 0 ? -1 : share(proseBefore[index] ?? 0, proseWords),
      fromHeading: last < 0 ? -NONE : index - last,
      fromH2: lastH2 < 0 ? -NONE : index - lastH2,
      headingLevel: texts[last]?.level ?? 0,
      underReviews: Number(((texts[last]?.topics ?? 0) & bitOfTopic("review")) !== 0),
      underRelated: Number(((texts[last]?.topics ?? 0) & bitOfTopic("related")) !== 0),
      fromTitle: heading < 0 ? NONE : index - heading,
      wordsFromTitle: heading < 0 ? NONE : before - (wordsBefore[heading] ?? 0),
      withTitle: met ? share(met.words, root.words) : -1,
      fromProse: firstProse < 0 ? NONE : index - firstProse,
      toMostProse: meetMost(block.box).steps,
      toHalfProse: meetHalf(block.box).steps,
    };
  };
};
