/** Fields that could have one of several values: a click says which. */
import type { GeneratedFlow } from "../../client/index.ts";
import { Button, Card } from "../ui/basics.tsx";
import { Value } from "../ui/items.tsx";

export type Question = NonNullable<GeneratedFlow["questions"]>[number];
export type Candidate = Question["candidates"][number];

interface QuestionsCardProps {
  readonly questions: readonly Question[];
  readonly isBusy: boolean;
  readonly onSettle: (question: Question, candidate: Candidate) => void;
}

const LETTERS = "ABCDE";
/** The letter of a candidate, on the page and beside its value. */
const letterOf = (at: number): string => LETTERS[at] ?? "?";

/** What a flow leaves open, where the candidates are on the page, and how a click settles it. */
export const openQuestions = (
  flow: GeneratedFlow | null,
  onSettle: (field: string, where: string) => void,
) => {
  const questions = flow?.questions ?? [];
  const settle = ({ field }: Question, { where }: Candidate): void => onSettle(field, where);
  return {
    questions,
    marks: questions.flatMap(({ candidates }) =>
      candidates.map(({ node, where }, at) => ({ node, where, letter: letterOf(at) })),
    ),
    settle,
    /** @returns whether the element is a candidate */
    settleAt: (node: number): boolean => {
      for (const question of questions)
        for (const candidate of question.candidates)
          if (candidate.node === node) {
            settle(question, candidate);
            return true;
          }
      return false;
    },
  };
};

export const QuestionsCard = ({ questions, isBusy, onSettle }: QuestionsCardProps) =>
  questions.length === 0 ? null : (
    <Card title="Check these fields">
      {questions.map((question) => (
        <fieldset key={question.field} className="point-question">
          <legend>Which is the {question.field}?</legend>
          {question.candidates.map((candidate, at) => (
            <Button
              key={candidate.where}
              isSmall
              disabled={isBusy}
              aria-label={`Use ${letterOf(at)}, ${String(candidate.value)}, as ${question.field}`}
              onClick={() => onSettle(question, candidate)}
            >
              {letterOf(at)} <Value value={candidate.value} />
              {at === 0 ? " (used now)" : ""}
            </Button>
          ))}
        </fieldset>
      ))}
    </Card>
  );
