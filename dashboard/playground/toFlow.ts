/** Turns a question with its answer into the start of a flow. */
import { placeOf } from "../../client/watch.ts";
import { newFlowPath } from "../flows/start/startLink.ts";
import { showName } from "../ui/format.ts";
import type { Answer, Question } from "./question.ts";

/** Whole texts of a page: nobody asks for them besides its fields. */
const TEXTS: ReadonlySet<string> = new Set(["content", "markdown", "language"]);
/** As many fields as a sentence can name and a reader check. */
const MAX_FIELDS = 12;

/** The fields that were asked for, or else those that were found. */
const fieldsOf = ({ schema }: Question, answer: Answer): readonly string[] => {
  const asked = Object.keys(schema);
  if (asked.length > 0) return asked;
  const items = "items" in answer ? answer.items : [];
  const found = new Set(
    items.flatMap((item) => Object.keys(item).filter((name) => (item[name] ?? null) !== null)),
  );
  return [...found].filter((name) => !TEXTS.has(name)).slice(0, MAX_FIELDS);
};

const titleOf = (markdown: string): string | undefined => {
  const [, title] = /^title: (".*")$/m.exec(markdown.split("\n---", 1)[0] ?? "") ?? [];
  return title === undefined ? undefined : (JSON.parse(title) as string);
};

/** A link to the new-flow page: records are found by selectors written for them, so that runs also read the next pages. */
export const flowLinkOf = (question: Question, answer: Answer): string => {
  const { url } = question;
  if (answer.form === "markdown")
    return newFlowPath({ url, as: "markdown", name: titleOf(answer.text) ?? placeOf(url) });
  if (answer.form === "screenshot")
    return newFlowPath({ url, as: "picture", name: `Picture of ${placeOf(url)}` });
  // A sentence is read in words: "review count" becomes `reviewCount` again.
  const names = fieldsOf(question, answer)
    .map((name) => showName(name).toLowerCase())
    .join(", ");
  const prompt = answer.form === "list" ? `All records with ${names}` : `This page: ${names}`;
  return newFlowPath({ url, prompt, generate: "1" });
};
