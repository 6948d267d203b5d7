/** Trains forests with LightGBM, and checks that the bundled evaluator agrees with LightGBM. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Forest, predict } from "../../../src/engine/extract/content/forest.ts";

export interface Growth {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  /** Shares of rows and features that each tree uses. */
  readonly rows: number;
  readonly features: number;
  /** Minimum number of rows in a leaf. */
  readonly least: number;
  readonly ridge: number;
  readonly seed: number;
}

export interface Lessons {
  readonly names: readonly string[];
  readonly rows: readonly Float32Array[];
  /** The target of each row, from 0 to 1. */
  readonly labels: readonly number[];
  readonly masses: readonly number[];
}

/** Error of storing thresholds and leaves as 32-bit floats, over some hundred trees. */
const TOLERANCE = 1e-3;
/** `GLEANER_PYTHON` names a Python 3 with lightgbm 4.7.0 and numpy (`pip install lightgbm==4.7.0`). */
const PYTHON = process.env.GLEANER_PYTHON ?? "python3";

const writeNumbers = (file: string, lists: Iterable<ArrayLike<number>>): void => {
  const handle = openSync(file, "w");
  for (const list of lists) writeSync(handle, new Uint8Array(Float32Array.from(list).buffer));
  closeSync(handle);
};

/** @throws Error if Python or LightGBM is missing, or if the evaluators disagree */
export const growForest = ({ names, rows, labels, masses }: Lessons, growth: Growth): Forest => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-forest-"));
  try {
    const mean = masses.reduce((sum, mass) => sum + mass, 0) / masses.length;
    writeFileSync(join(folder, "job.json"), JSON.stringify({ rows: rows.length, names, growth }));
    writeNumbers(join(folder, "rows.f32"), rows);
    writeNumbers(join(folder, "labels.f32"), [labels]);
    writeNumbers(join(folder, "masses.f32"), [masses.map((mass) => mass / mean)]);
    const { status, stderr, error } = spawnSync(PYTHON, [join(import.meta.dirname, "forest.py"), folder]);
    if (status !== 0)
      throw new Error(
        `Forests are grown with LightGBM: name a Python that has it in GLEANER_PYTHON (pip install lightgbm==4.7.0). ${error?.message ?? stderr}`,
      );
    const said = JSON.parse(readFileSync(join(folder, "said.json"), "utf8")) as number[];
    const nodes = readFileSync(join(folder, "nodes.bin")).toString("base64");
    const forest: Forest = { names, nodes };
    const apart = said.map((value, index) =>
      Math.abs(value - predict(forest, rows[index] ?? new Float32Array(0))),
    );
    const worst = apart.reduce((most, value) => Math.max(most, value), 0);
    if (worst > TOLERANCE) throw new Error(`The evaluators disagree by ${worst}.`);
    return forest;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
