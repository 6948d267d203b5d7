/** Labels: the text before a value. */

const MAX_LABEL = 40;
const MAX_WORDS = 5;

/** The text as a label, without its colon; null if it is empty or too long. */
export const asLabel = (text: string): string | null => {
  const label = text.replace(/\s*[:：]\s*$/, "");
  return label !== "" && label.length <= MAX_LABEL && label.split(/\s+/).length <= MAX_WORDS ? label : null;
};
