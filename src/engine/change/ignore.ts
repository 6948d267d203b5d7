/**
 * Removes what a pattern matches; `*` matches any characters. Takes linear time, because each search starts
 * where the last one ended.
 */
export const cutPattern = (text: string, pattern: string): string => {
  const lower = text.toLowerCase();
  const parts = pattern.toLowerCase().replace(/\s+/g, " ").trim().split(/\*+/);
  const [first = "", ...rest] = parts;
  // If lower case has another length, its offsets do not match the text.
  if (lower.length !== text.length) return text;
  let kept = "";
  let from = 0;
  for (;;) {
    const start = first === "" ? from : lower.indexOf(first, from);
    if (start < 0 || from >= text.length) break;
    let end = start + first.length;
    for (const [index, part] of rest.entries()) {
      if (part === "" && index === rest.length - 1) end = text.length;
      else if (part !== "") {
        const at = lower.indexOf(part, end);
        if (at < 0) return kept + text.slice(from);
        end = at + part.length;
      }
    }
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
};
