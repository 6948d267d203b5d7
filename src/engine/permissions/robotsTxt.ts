/** What robots.txt says about uses: Content-Signal lines of the group that is meant for us, and the site's licences. */
import { PRODUCT } from "../page/index.ts";
import { readContentSignal } from "./contentSignal.ts";
import { bestFor } from "./paths.ts";
import type { Statement } from "./statement.ts";

interface PlacedStatement {
  /** Where it applies, as a path pattern. */
  readonly pattern: string;
  readonly statement: Statement;
}

export interface RobotsSays {
  readonly signals: readonly PlacedStatement[];
  /** Addresses of RSL licences, as written. */
  readonly licences: readonly string[];
}

/** As for the file's rules. */
const MAX_CHARS = 512_000;
const MAX_LINE_CHARS = 2_000;
const MAX_SIGNALS = 200;
/** Licences of one site or page; further ones are not read. */
export const MAX_LICENCES = 5;

const LINE = /^\s*([A-Za-z-]+)\s*:(.*)$/;
const PLACED = /^(\/\S*)\s+(.*)$/s;

const OURS = PRODUCT.toLowerCase();
const nameOf = (value: string): string => value.split("/")[0]?.trim().toLowerCase() ?? "";

const toPlaced = (value: string): PlacedStatement[] => {
  const [, pattern = "/", signals = value] = PLACED.exec(value) ?? [];
  const statement = readContentSignal(signals, "robots.txt");
  return statement ? [{ pattern, statement }] : [];
};

/** `License` lines belong to no group, like those of sitemaps; groups for our name come before those for everyone. */
export const readRobotsTxt = (text: string): RobotsSays => {
  const byAgent = new Map<string, PlacedStatement[]>();
  const licences = new Set<string>();
  let agents: string[] = [];
  let isNaming = false;
  for (const line of text.slice(0, MAX_CHARS).split(/\r\n?|\n/)) {
    if (line.length > MAX_LINE_CHARS) continue;
    const [, key = "", text = ""] = LINE.exec(line.replace(/(^|\s)#.*$/, "")) ?? [];
    const value = text.trim();
    const name = key.toLowerCase();
    if (name === "") continue;
    if (name === "user-agent") {
      agents = isNaming ? [...agents, nameOf(value)] : [nameOf(value)];
      for (const agent of [OURS, "*"])
        if (agents.includes(agent) && !byAgent.has(agent)) byAgent.set(agent, []);
    }
    isNaming = name === "user-agent";
    if (name === "license" && value !== "" && licences.size < MAX_LICENCES) licences.add(value);
    if (name !== "content-signal") continue;
    for (const agent of [OURS, "*"]) {
      const known = byAgent.get(agent);
      if (known && agents.includes(agent) && known.length < MAX_SIGNALS) known.push(...toPlaced(value));
    }
  }
  return { signals: byAgent.get(OURS) ?? byAgent.get("*") ?? [], licences: [...licences] };
};

/** What the file says about a path. */
export const signalsFor = ({ signals }: RobotsSays, path: string): Statement[] =>
  bestFor(signals, path, ({ pattern }) => pattern).map(({ statement }) => statement);
