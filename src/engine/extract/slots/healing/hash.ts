/** A short name for a text, to be recognised by. */
export const hashText = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const char of text.toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
};
