/** What to add to a failure that another file of the same process may have caused. */
export const tellRanBefore = (paths: readonly string[]): string =>
  paths.length === 0
    ? ""
    : `\nOne of the files that ran before in this process may have left this behind:\n${paths.map((path) => `  ${path}\n`).join("")}`;

/** Written to both outputs after each file: what was printed before it belongs to that file. */
export const END_OF_OUTPUT = "\u001c";
