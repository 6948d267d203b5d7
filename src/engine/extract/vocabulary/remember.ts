/** Memoisation. */

/** Memoises a function of an object for as long as that object is in use. */
export const rememberedFor = <Question extends object, Answer>(
  work: (question: Question) => Answer,
): ((question: Question) => Answer) => {
  const known = new WeakMap<Question, { readonly answer: Answer }>();
  return (question) => {
    const found = known.get(question);
    if (found) return found.answer;
    const answer = work(question);
    known.set(question, { answer });
    return answer;
  };
};

/** Memoises a function. The cache is cleared when it has reached `most` answers. */
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
