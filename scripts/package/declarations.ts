import { join, normalize } from "node:path";
import ts from "typescript";
import { SetupError } from "../../lib/setup-error.ts";
import type { Sources } from "./bundle.ts";

/** What Node 20 has of the language (of ES2024, well-formed strings), and `Map.groupBy`, which standIns.ts provides. */
const OLDEST_LIBRARY = ["lib.es2023.d.ts", "lib.es2024.string.d.ts", "lib.es2024.collection.d.ts"];

const optionsOf = (root: string, outDir: string): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  return {
    ...options,
    lib: OLDEST_LIBRARY,
    // Otherwise they would be looked up in the current directory.
    typeRoots: [join(root, "node_modules/@types")],
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir,
  };
};

/** @throws {SetupError} with the first of them */
const refuse = (diagnostics: readonly ts.Diagnostic[]): void => {
  if (diagnostics.length === 0) return;
  const text = ts.formatDiagnostics(diagnostics.slice(0, 5), {
    getCanonicalFileName: (file) => file,
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getNewLine: () => "\n",
  });
  throw new SetupError(`The package would not run on Node 20, or has no types:\n${text}`);
};

/** `./x.ts` as the name under which its JavaScript is found. */
const toJavaScript = (declarations: string): string =>
  declarations.replaceAll(/(from |import\()"(\.{1,2}\/[^"]+)\.ts"/g, '$1"$2.js"');

const packageOf = (specifier: string): string => specifier.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? specifier;

/** The modules that declarations name, as they name them. */
const specifiersIn = (declarations: string): string[] =>
  [...declarations.matchAll(/(?:from |import\()"([^"]+)"/g)].map(([, specifier = ""]) => specifier);

/**
 * Writes the types of modules beside their JavaScript, with those of their own sources that they lead to.
 *
 * @returns the packages whose types they name: who has these types checked needs them, too
 * @throws {SetupError} where a source uses what the oldest Node lacks
 */
export const writeDeclarations = ({ root, modules, programs }: Sources, outDir: string): string[] => {
  const program = ts.createProgram(
    [...modules, ...programs].map((source) => join(root, source)),
    optionsOf(root, outDir),
  );
  refuse(program.getSemanticDiagnostics());
  const emitted = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (file, text) => {
    emitted.set(normalize(file), toJavaScript(text));
  });
  refuse(diagnostics);

  const packages = new Set<string>();
  const written = new Set<string>();
  const write = (file: string): void => {
    const declarations = emitted.get(file);
    if (declarations === undefined || written.has(file)) return;
    written.add(file);
    ts.sys.writeFile(file, declarations);
    for (const specifier of specifiersIn(declarations))
      if (specifier.startsWith(".")) write(join(file, "..", specifier.replace(/\.js$/, ".d.ts")));
      else if (!specifier.startsWith("node:")) packages.add(packageOf(specifier));
  };
  for (const module of modules) write(join(outDir, module.replace(/\.ts$/, ".d.ts")));
  return [...packages].sort();
};
