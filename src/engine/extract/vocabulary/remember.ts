/** Work that is asked for again and again with the same question. */

/** The same function, which works out each answer once; with `most` answers kept it forgets them all. */
export const remembered = <Question, Answer>(
  work: (question: Question) => Answer,
  most = Number.POSITIVE_INFINITY,
): ((question: Question) => Answer) => {
  const known = new Map<Question, Answer>();
  return (question) => {
    const answer = known.get(question);
    if (answer !== undefined) return answer;
    const found = work(question);
    if (known.size >= most) known.clear();
    known.set(question, found);
    return found;
  };
};
