/** How much of the contract a function's bundle holds: what it uses. */
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Plugin } from "esbuild";
import type TypeScript from "typescript";

type Ts = typeof TypeScript;

/** Replaces the text from `start` to `end`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where an operation's row says how it answers. */
const ANSWERS: ReadonlySet<string> = new Set(["data", "list", "bare"]);

const before = (start: number, text: string): Edit => ({ start, end: start, text });

/**
 * esbuild leaves out a constant that nothing uses if it knows that making it has no effect, which it does not know of Zod's
 * chains of calls. So each becomes one call that is marked as pure.
 */
const markConstants = (ts: Ts, file: TypeScript.SourceFile): Edit[] =>
  file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer: made }) =>
      made === undefined || ts.isArrowFunction(made) || ts.isLiteralExpression(made)
        ? []
        : [before(made.getStart(file), "/* @__PURE__ */ (() => ("), before(made.getEnd(), "))()")],
    );

/** The schemas of answers are for the compiler, OpenAPI, the client and tests. Functions only ask which of them a row has. */
const dropAnswers = (ts: Ts, file: TypeScript.SourceFile): Edit[] => {
  const edits: Edit[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (ts.isPropertyAssignment(node) && ANSWERS.has(node.name.getText(file)))
      edits.push({ start: node.initializer.getStart(file), end: node.initializer.getEnd(), text: "null" });
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return edits;
};

/**
 * The code of a file of the contract, as functions need it.
 *
 * @param path of the file, in the form of POSIX
 */
export const trimContract = (ts: Ts, path: string, code: string): string => {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest);
  const edits = [
    ...markConstants(ts, file),
    ...(path.includes("/contract/operations/") ? dropAnswers(ts, file) : []),
  ];
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
};

const toPosix = (path: string): string => path.split(sep).join("/");

/** Builds functions with no more of `src/contract` than each of them uses. */
export const trimmedContract = (root: string): Plugin => ({
  name: "trimmed-contract",
  setup: async ({ onLoad }) => {
    const { default: ts } = await import("typescript");
    const folder = join(root, "src/contract/");
    onLoad({ filter: /[\\/]contract[\\/].*\.ts$/ }, async ({ path }) =>
      path.startsWith(folder)
        ? { contents: trimContract(ts, toPosix(path), await readFile(path, "utf8")), loader: "ts" }
        : undefined,
    );
  },
});
