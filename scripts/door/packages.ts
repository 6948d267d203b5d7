/** The packages of the registries that are tried, in the latest versions when the checks were written. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../local/failure.ts";
import { run } from "../rehearse/command.ts";
import { FOLDER } from "../rehearse/place.ts";
import { type PythonTool, programOf } from "../rehearse/python.ts";

/** PyPI `firecrawl-py`, and what its tests need. */
export const PYTHON: PythonTool = {
  name: "firecrawl-py",
  version: "4.55.0",
  also: ["pytest==9.2.0", "pytest-asyncio==1.5.0"],
};
const ITS_CLIENT = [`${PYTHON.name}==${PYTHON.version}`];
export const LANGCHAIN: PythonTool = { name: "langchain-community", version: "0.4.2", also: ITS_CLIENT };
export const LLAMAINDEX: PythonTool = {
  name: "llama-index-readers-web",
  version: "0.7.0",
  also: ITS_CLIENT,
};

/** npm `firecrawl`, what its tests need, and the MCP server. */
const JS_PACKAGES = ["firecrawl@4.42.0", "firecrawl-mcp@3.26.0", "dotenv@16.6.1", "uuid@11.1.0"];
const OLDEST_NODE = 22;
export const JS_FOLDER = join(FOLDER, "firecrawl-js");

const NPM_OPTIONS = ["--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1"];

/** @returns why the npm packages cannot be installed; null if they are */
export const installJs = async (): Promise<string | null> => {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) return `firecrawl needs Node ${OLDEST_NODE}.`;
  await mkdir(JS_FOLDER, { recursive: true });
  try {
    await run("npm", ["install", "--prefix", JS_FOLDER, ...NPM_OPTIONS, ...JS_PACKAGES]);
    return null;
  } catch (error) {
    return `${JS_PACKAGES.join(", ")} could not be installed from npm: ${messageOf(error).split("\n").at(-1)}`;
  }
};

/** Runs Python with a tool's packages. @returns what it printed */
export const runPython = (
  tool: PythonTool,
  args: readonly string[],
  options?: Parameters<typeof run>[2],
): Promise<string> => run(programOf(tool), args, options);
