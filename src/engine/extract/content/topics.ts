/** Topics of blocks that are not main content: typical words of shops, forms and banners. */
import vocabulary from "../vocabulary/topics.json" with { type: "json" };

export type Topic = keyof typeof vocabulary.topics;
export const TOPICS = Object.keys(vocabulary.topics) as Topic[];
const RULES = Object.values(vocabulary.topics).map((words) => new RegExp(words.join("|"), "i"));

/** Only the start of a long text is checked, which is enough to tell its topics. */
const MAX_LENGTH = 300;

/** Returns the topics of a text as a bit set, in the order of `TOPICS`. */
export const topicsOf = (text: string): number => {
  const start = text.slice(0, MAX_LENGTH);
  let bits = 0;
  RULES.forEach((rule, index) => {
    if (rule.test(start)) bits |= 1 << index;
  });
  return bits;
};

export const bitOfTopic = (topic: Topic): number => 1 << TOPICS.indexOf(topic);
