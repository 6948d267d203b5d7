/** What pages write before a value. */

const MAX_LABEL = 40;
const MAX_WORDS = 5;

/** A text that can be a label, without its colon; null where it is too long. */
export const asLabel = (text: string): string | null => {
  const label = text.replace(/\s*[:：]\s*$/, "");
  return label !== "" && label.length <= MAX_LABEL && label.split(/\s+/).length <= MAX_WORDS ? label : null;
};
