/** Tools from PyPI, each in its own Python environment. */
import { join } from "node:path";
import { messageOf } from "../../local/failure.ts";
import { run } from "./command.ts";
import { FOLDER } from "./place.ts";

export interface PythonTool {
  /** Its name on PyPI, with extras. */
  readonly name: string;
  readonly extras?: string;
  /** The version that these scripts were tested with. */
  readonly version: string;
  /** What is installed with it: `name==version`. */
  readonly also?: readonly string[];
}

const folderOf = ({ name }: PythonTool): string => join(FOLDER, name);

/** A program in a tool's environment. */
export const programOf = (tool: PythonTool, program = "python"): string =>
  join(folderOf(tool), "bin", program);

const passes = (command: string, code: string): Promise<boolean> =>
  run(command, ["-c", code]).then(
    () => true,
    () => false,
  );

/** @returns why there is no Python 3 of this minor version or newer; null if there is one */
export const lacksPython = async (minor: number): Promise<string | null> =>
  (await passes("python3", `import ensurepip, sys, venv; assert sys.version_info >= (3, ${minor})`))
    ? null
    : `Python 3.${minor} or newer with venv is not installed.`;

/** Some need hundreds of megabytes. */
const INSTALL_MS = 10 * 60_000;

/** The oldest Python that all tools run on. */
const OLDEST_MINOR = 10;

/**
 * Installs a tool, unless it is installed.
 *
 * @returns why it cannot be installed; null if it is
 */
export const install = async (tool: PythonTool): Promise<string | null> => {
  const { name, extras = "", version, also = [] } = tool;
  const python = programOf(tool);
  const isThere = [`${name}==${version}`, ...also].map((each) => {
    const [module, wanted] = each.split("==");
    return `assert m.version("${module}") == "${wanted}"`;
  });
  if (await passes(python, ["import importlib.metadata as m", ...isThere].join("; "))) return null;
  const lacking = await lacksPython(OLDEST_MINOR);
  if (lacking !== null) return lacking;
  try {
    await run("python3", ["-m", "venv", "--clear", folderOf(tool)]);
    const wanted = [`${name}${extras}==${version}`, ...also];
    await run(python, ["-m", "pip", "install", "--quiet", ...wanted], { timeoutMs: INSTALL_MS });
    return null;
  } catch (error) {
    return `${name} ${version} could not be installed from PyPI: ${messageOf(error).split("\n").at(-1)}`;
  }
};
