/** Facts and counts of a page, computed once, from which the features of each block are derived. */
import { type Block, type Blocks, type Box, deepestFirst } from "../page/blocks.ts";
import words from "../vocabulary/pages.json" with { type: "json" };
import { remembered } from "../vocabulary/remember.ts";
import { TOPICS, topicsOf } from "./topics.ts";

/** Facts derived from a block's text alone. */
export interface TextFacts {
  /** Running text: a sentence of some length that is not mostly links. */
  readonly isProse: boolean;
  readonly isSentence: boolean;
  readonly isRights: boolean;
  readonly hasPrice: boolean;
  readonly hasDate: boolean;
  /** A short call to action, such as "Add to cart". */
  readonly isAct: boolean;
  /** Heading level, 1 to 6; 0 if not a heading. */
  readonly level: number;
  readonly topics: number;
}

/** Facts about a box and its blocks. */
export interface BoxFacts {
  readonly first: number;
  proseWords: number;
  /** Topics of the box's heading, or of the short text that it starts with. */
  title: number;
  isTitled: boolean;
  /** Number of blocks on each topic, in the order of `TOPICS`. */
  readonly topics: Uint16Array;
}

/** Totals over the blocks in boxes of the same shape. */
export interface Likes {
  count: number;
  words: number;
  linkWords: number;
  prose: number;
  readonly first: number;
  last: number;
}

export interface Survey {
  readonly page: Blocks;
  readonly texts: readonly TextFacts[];
  readonly boxes: ReadonlyMap<Box, BoxFacts>;
  readonly likes: readonly Likes[];
  /** How often the same text is on the page, and how often before this block. */
  readonly repeats: readonly { readonly count: number; readonly before: number }[];
  /** Index of the first `h1`, or -1. */
  readonly heading: number;
  readonly firstProse: number;
  readonly proseWords: number;
  /** Number of words, and of words of prose, before each block. */
  readonly wordsBefore: readonly number[];
  readonly proseBefore: readonly number[];
}

const PRICE = /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|kr\b|zł|USD|EUR)/u;
const DATE = /\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\bago\b/;
const RIGHTS = new RegExp(words.rights.join("|"), "i");
const ACT = new RegExp(String.raw`^(?:${words.actions.join("|")})\b`, "i");
const SENTENCE = /[.!?…。！？]["”’)\]]*$/;
const PROSE_WORDS = 8;
const ACT_WORDS = 5;
const TITLE_WORDS = 8;

const readText = ({ text, words, linkWords, box }: Block): TextFacts => {
  const { name } = box.element;
  const isSentence = SENTENCE.test(text);
  return {
    isSentence,
    isProse: words > PROSE_WORDS && isSentence && linkWords < words * 0.4,
    isRights: RIGHTS.test(text),
    hasPrice: PRICE.test(text),
    hasDate: DATE.test(text),
    isAct: words <= ACT_WORDS && ACT.test(text),
    level: /^h[1-6]$/.test(name) ? Number(name[1]) : 0,
    topics: topicsOf(text),
  };
};

const LONG_PROSE_WORDS = 15;
export const isLongProse = ({ words }: Block, { isProse, isRights }: TextFacts): boolean =>
  isProse && !isRights && words > LONG_PROSE_WORDS;

/** Sets a heading as the title of its enclosing boxes, up to the first that has one: all above that have one too. */
const setTitle = (boxes: ReadonlyMap<Box, BoxFacts>, from: Box, topics: number): void => {
  for (let box: Box | null = from; box; box = box.parent) {
    const facts = boxes.get(box);
    if (!facts || facts.isTitled) return;
    facts.title = topics;
    facts.isTitled = true;
  }
};

const surveyBoxes = (blocks: readonly Block[], texts: readonly TextFacts[]): ReadonlyMap<Box, BoxFacts> => {
  const boxes = new Map<Box, BoxFacts>();
  blocks.forEach((block, index) => {
    const text = texts[index];
    if (!text) return;
    const title = block.words > 0 && block.words <= TITLE_WORDS ? text.topics : 0;
    for (let box: Box | null = block.box; box && !boxes.has(box); box = box.parent)
      boxes.set(box, {
        first: index,
        proseWords: 0,
        title,
        isTitled: false,
        topics: new Uint16Array(TOPICS.length),
      });
    if (text.level > 0) setTitle(boxes, block.box, text.topics);
    const facts = boxes.get(block.box);
    if (!facts) return;
    facts.proseWords += isLongProse(block, text) ? block.words : 0;
    if (text.topics !== 0)
      for (let at = 0; at < TOPICS.length; at++)
        if (text.topics & (1 << at)) facts.topics[at] = (facts.topics[at] ?? 0) + 1;
  });
  for (const box of deepestFirst(boxes.keys())) {
    const [facts, around] = [boxes.get(box), box.parent && boxes.get(box.parent)];
    if (!facts || !around) continue;
    around.proseWords += facts.proseWords;
    for (let at = 0; at < TOPICS.length; at++)
      around.topics[at] = (around.topics[at] ?? 0) + (facts.topics[at] ?? 0);
  }
  return boxes;
};

const surveyLikes = (blocks: readonly Block[], texts: readonly TextFacts[]): Likes[] => {
  const likes = new Map<string, Likes>();
  return blocks.map((block, index) => {
    const { box } = block;
    const key = `${box.parent?.parent?.element.name}>${box.parent?.shape}>${box.shape}`;
    let like = likes.get(key);
    if (!like) {
      like = { count: 0, words: 0, linkWords: 0, prose: 0, first: index, last: index };
      likes.set(key, like);
    }
    like.count++;
    like.words += block.words;
    like.linkWords += block.linkWords;
    like.prose += texts[index]?.isProse ? 1 : 0;
    like.last = index;
    return like;
  });
};

const countRepeats = (blocks: readonly Block[]): { count: number; before: number }[] => {
  const counts = new Map<string, number>();
  const before = blocks.map(({ text }) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return count;
  });
  return blocks.map(({ text }, index) => ({ count: counts.get(text) ?? 1, before: before[index] ?? 0 }));
};

/** Returns, for each value, the sum of the values before it. */
const sumsBefore = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum - value;
  });
};

export const surveyPage = (page: Blocks): Survey => {
  const { blocks, models } = page;
  const texts = models.map(remembered((model: number) => readText(blocks[model] as Block)));
  const prose = blocks.map((block, index) => {
    const text = texts[index];
    return text && isLongProse(block, text) ? block.words : 0;
  });
  return {
    page,
    texts,
    boxes: surveyBoxes(blocks, texts),
    likes: surveyLikes(blocks, texts),
    repeats: countRepeats(blocks),
    heading: texts.findIndex(({ level }) => level === 1),
    firstProse: prose.findIndex((words) => words > 0),
    proseWords: prose.reduce((sum, words) => sum + words, 0),
    wordsBefore: sumsBefore(blocks.map(({ words }) => words)),
    proseBefore: sumsBefore(prose),
  };
};
