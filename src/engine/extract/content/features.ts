/** Features of a block that do not depend on how its neighbours are scored: named numbers for a forest. */
import { type Block, type Blocks, type Box, createClimber } from "../page/blocks.ts";
import { GROUPS } from "../page/groups.ts";
import { createPlacer } from "./place.ts";
import { isLongProse, type Survey, surveyPage } from "./survey.ts";
import { densityOf, FAR, listPart, type Part, share, type Table, toTable } from "./table.ts";
import { bitOfTopic, TOPICS, type Topic } from "./topics.ts";
import { type PageTraits, runsOf } from "./traits.ts";

const TAGS = ["p", "div", "h2", "li", "td", "figcaption"] as const;
const LANDMARKS = "nav header footer aside form main article section table ul dl dialog button figure".split(
  " ",
);
const ROLES: Readonly<Record<string, string>> = {
  navigation: "nav",
  banner: "header",
  contentinfo: "footer",
  complementary: "aside",
  form: "form",
  search: "form",
  main: "main",
  article: "article",
  dialog: "dialog",
  alertdialog: "dialog",
  button: "button",
};

const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const isHidden = ({ element: { attribs } }: Box): boolean =>
  attribs.hidden !== undefined ||
  attribs["aria-hidden"] === "true" ||
  (attribs.style !== undefined && HIDDEN_STYLE.test(attribs.style));

const PATH_NAMES = [
  "hidden",
  "depth",
  ...TAGS.map((tag) => `tag:${tag}`),
  ...LANDMARKS.map((landmark) => `in:${landmark}`),
  ...GROUPS.map((group) => `group:${group}`),
];

/** The path from the body down to a box. */
interface Way {
  readonly depth: number;
  readonly hidden: boolean;
  /** Depth of the nearest box of each landmark and group, in the order of `LANDMARKS` and `GROUPS`; 0 if none. */
  readonly nearest: Int32Array;
}

const LANDMARK_PLACES: ReadonlyMap<string, number> = new Map(LANDMARKS.map((name, place) => [name, place]));
const TOP_WAY: Way = { depth: 0, hidden: false, nearest: new Int32Array(LANDMARKS.length + GROUPS.length) };

const stepInto = (box: Box, above: Way): Way => {
  const { name, attribs } = box.element;
  const depth = above.depth + 1;
  const hidden = above.hidden || isHidden(box);
  const place = LANDMARK_PLACES.get(name);
  const role = attribs.role === undefined ? undefined : LANDMARK_PLACES.get(ROLES[attribs.role] ?? "");
  if (place === undefined && role === undefined && box.groups === 0)
    return { depth, hidden, nearest: above.nearest };
  const nearest = above.nearest.slice();
  if (place !== undefined) nearest[place] = depth;
  if (role !== undefined) nearest[role] = depth;
  for (let group = 0; box.groups >> group !== 0; group++)
    if (box.groups & (1 << group)) nearest[LANDMARKS.length + group] = depth;
  return { depth, hidden, nearest };
};

/** Describes a block's path: its tag and depth, and how many boxes up the nearest of each landmark and group is. */
const createPathfinder = (): ((block: Block) => Part) => {
  const ways = new Map<Box, Way>();
  const wayTo = (box: Box | null): Way => {
    if (!box || box.element.name === "body") return TOP_WAY;
    let way = ways.get(box);
    if (!way) {
      way = stepInto(box, wayTo(box.parent));
      ways.set(box, way);
    }
    return way;
  };
  return ({ box }) => {
    const { depth, hidden, nearest } = wayTo(box);
    const { name } = box.element;
    const values = [Number(hidden), depth, ...TAGS.map((tag) => Number(name === tag))];
    for (const at of nearest) values.push(at === 0 ? FAR : depth - at);
    return [PATH_NAMES, values];
  };
};

const LEVELS = [0, 1, 2, 3, 4, 6] as const;
const MAX_LEVEL = Math.max(...LEVELS);
const BOX_NAMES = [
  ...LEVELS.flatMap((level) => [`links:${level}`, `size:${level}`, `mean:${level}`, `alike:${level}`]),
  ...["halfSize", "listAlike", "listWords", "listLinks", "listMass"],
];

/** Describes the size and link density of the boxes around a block. */
const createBoxDescriber = (root: Box): ((block: Block) => Part) => {
  const halfOf = createClimber<Box>((box, above) =>
    box === root || box.words > root.words * 0.3 ? box : (above ?? root),
  );
  const listOf = createClimber<Box | null>((box, above) =>
    box !== root && box.alike >= 3 && box.element.name !== "p" ? box : above,
  );
  return ({ box }) => {
    const chain: Box[] = [];
    for (let at: Box | null = box; at && at !== root && chain.length <= MAX_LEVEL; at = at.parent)
      chain.push(at);
    const values: number[] = [];
    for (const level of LEVELS) {
      const at = chain[Math.min(level, chain.length - 1)] ?? root;
      values.push(densityOf(at), share(at.words, root.words), share(at.words, at.blocks), at.alike);
    }
    const list = listOf(box);
    const ofList = list
      ? [list.alike, list.words, densityOf(list), list.parent ? share(list.parent.words, root.words) : -1]
      : [0, -1, -1, -1];
    return [BOX_NAMES, [...values, share(halfOf(box).words, root.words), ...ofList]];
  };
};

const SECTION_TOPICS: readonly Topic[] = [
  "cookies",
  "shipping",
  "payment",
  "review",
  "signup",
  "legal",
  "service",
];
const TITLE_TOPICS: readonly Topic[] = ["related", "review", "comments", "signup", "service", "shipping"];
const SECTION_NAMES = [
  ...["sectionWords", "sectionLinks", "sectionProse", "sectionAt", "cardCookies", "cardShipping"],
  ...SECTION_TOPICS.map((topic) => `section:${topic}`),
  ...TITLE_TOPICS.map((topic) => `title:${topic}`),
];
const CARD = { words: 25, blocks: 6 };

/** The surroundings of a box, within boxes of less than half of the page's words. */
interface Around {
  /** Topics of all titles of the box and its ancestors. */
  readonly titles: number;
  /** The largest box with less than about a third of the page's words, and the smallest of more than a line. */
  readonly section: Box | null;
  readonly card: Box | null;
}
const NOTHING: Around = { titles: 0, section: null, card: null };

const createAround = ({ page: { root }, boxes }: Survey): ((box: Box) => Around) =>
  createClimber<Around>((box, above) => {
    if (box === root || box.words >= root.words * 0.5) return NOTHING;
    const { titles, section, card } = above ?? NOTHING;
    return {
      titles: titles | (boxes.get(box)?.title ?? 0),
      section: section ?? (box.words < root.words * 0.34 ? box : null),
      card: box.words >= CARD.words || box.blocks >= CARD.blocks ? box : card,
    };
  });

/** Describes the section around a block: size, links, prose and topics. */
const describeSection = ({ page: { blocks }, boxes }: Survey, block: Block, around: Around): Part => {
  const { titles, card } = around;
  const section = around.section ?? block.box;
  const facts = boxes.get(section);
  const near = card ?? block.box;
  const touching = (box: Box, topic: Topic): number =>
    share(boxes.get(box)?.topics[TOPICS.indexOf(topic)] ?? 0, box.blocks);
  return [
    SECTION_NAMES,
    [
      section.words,
      densityOf(section),
      share(facts?.proseWords ?? 0, section.words),
      share(facts?.first ?? 0, blocks.length),
      touching(near, "cookies"),
      touching(near, "shipping"),
      ...SECTION_TOPICS.map((topic) => touching(section, topic)),
      ...TITLE_TOPICS.map((topic) => Number((titles & bitOfTopic(topic)) !== 0)),
    ],
  ];
};

const describeSelf = ({ texts, likes, repeats, page }: Survey, block: Block, index: number): Part => {
  const text = texts[index];
  const like = likes[index];
  if (!text || !like) return {};
  return {
    words: block.words,
    letters: block.text.length,
    links: densityOf(block),
    prose: Number(text.isProse),
    sentence: Number(text.isSentence),
    act: Number(text.isAct),
    price: Number(text.hasPrice),
    date: Number(text.hasDate),
    rights: Number(text.isRights),
    level: text.level,
    time: Number((text.topics & bitOfTopic("time")) !== 0),
    repeats: repeats[index]?.count ?? 1,
    repeated: repeats[index]?.before ?? 0,
    likeCount: like.count,
    likeWords: like.words / like.count,
    likeLinks: densityOf(like),
    likeProse: like.prose / like.count,
    likeShare: share(like.words, page.root.words),
    likeSpread: share(like.last - like.first, page.blocks.length),
  };
};

/** Summarises the blocks at distances `from` to `to`, except the block itself. */
const describeRange = ({ page: { blocks }, texts }: Survey, index: number, from: number, to: number) => {
  let words = 0;
  let prose = 0;
  let count = 0;
  for (let at = Math.max(0, index + from); at <= Math.min(blocks.length - 1, index + to); at++) {
    if (at === index) continue;
    words += blocks[at]?.words ?? 0;
    prose += texts[at]?.isProse ? 1 : 0;
    count++;
  }
  return { mean: share(words, count), prose };
};

const describeNeighbours = (survey: Survey, index: number): Part => {
  const { page, texts } = survey;
  const [previous, next] = [page.blocks[index - 1], page.blocks[index + 1]];
  const before = describeRange(survey, index, -5, -1);
  const after = describeRange(survey, index, 1, 5);
  return {
    previousWords: previous?.words ?? -1,
    previousLinks: previous ? densityOf(previous) : -1,
    nextWords: next?.words ?? -1,
    nextLinks: next ? densityOf(next) : -1,
    nextSentence: Number(texts[index + 1]?.isSentence ?? false),
    beforeProse: before.prose,
    afterProse: after.prose,
    afterMean: after.mean,
    aroundMean: describeRange(survey, index, -12, 12).mean,
  };
};

const describePage = ({ page: { blocks, root }, texts, proseWords }: Survey, traits: PageTraits): Part => {
  return {
    pageWords: root.words,
    pageLinks: densityOf(root),
    pageProse: share(proseWords, root.words),
    pageParagraphs: blocks.filter((block, index) => texts[index] && isLongProse(block, texts[index])).length,
    pagePrices: texts.filter(({ hasPrice }) => hasPrice).length,
    pageDates: share(texts.filter(({ hasDate }) => hasDate).length, blocks.length),
    pageHeadings: texts.filter(({ level }) => level > 0).length,
    pageRecords: traits.records,
    pageDescribed: traits.described.size,
    hasMain: Number(traits.hasMain),
    hasArticle: Number(traits.hasArticle),
    saysProduct: Number(traits.saysProduct),
    isArticle: Number(traits.kind === "article"),
    isProduct: Number(traits.kind === "product"),
    isList: Number(traits.kind === "list"),
    isThread: Number(traits.kind === "thread"),
  };
};

/** Share of a block's text that is in the page's descriptions; negative if there are none or the text is too short. */
const describedShare = (text: string, described: ReadonlySet<string>): number => {
  if (described.size === 0) return -1;
  const runs = runsOf(text);
  return runs.length === 0 ? -0.5 : runs.filter((run) => described.has(run)).length / runs.length;
};

/** Creates a row of features for each block, except those `outside`, which are never content. */
export const describeBlocks = (page: Blocks, traits: PageTraits, outside: readonly boolean[] = []): Table => {
  const survey = surveyPage(page);
  const place = createPlacer(survey);
  const describePath = createPathfinder();
  const describeAround = createBoxDescriber(page.root);
  const aroundOf = createAround(survey);
  const whole = listPart(describePage(survey, traits));
  const blockParts = (block: Block, index: number): readonly Part[] => [
    describeSelf(survey, block, index),
    describePath(block),
    describeAround(block),
    describeSection(survey, block, aroundOf(block.box)),
    place(block, index),
    describeNeighbours(survey, index),
    { described: describedShare(block.text, traits.described) },
    whole,
  ];
  return toTable(page, blockParts, outside);
};
