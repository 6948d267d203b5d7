import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createShutdown } from "../../../local/shutdown.ts";
import { openState } from "../../../local/state/dataDir.ts";
import { createEmbeddedTable } from "../../../src/store/embedded/table.ts";
import { openSmallDisk, type SmallDisk } from "../../helpers/smallDisk.ts";
import { makeFolder } from "../../helpers/tableFile.ts";

const OPENER = fileURLToPath(new URL("../../helpers/stateProcess.ts", import.meta.url));
/** `nobody`, on Linux. */
const NOBODY = 65_534;

const probe = openSmallDisk();
probe?.remove();
const onSmallDisk = probe === null ? describe.skip : describe;
const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;

const use = async (folder: string): Promise<void> => {
  const shutdown = createShutdown();
  try {
    openState(folder, shutdown).secrets.secretValueOf("s");
  } finally {
    await shutdown.run();
  }
};

onSmallDisk(
  `a small disk${probe === null ? " (skipped: only root may mount one, and not everywhere)" : ""}`,
  () => {
    let disk: SmallDisk;
    beforeEach(() => {
      disk = openSmallDisk() as SmallDisk;
    });
    afterEach(() => disk.remove());

    it("that is full is reported in one sentence at startup", async () => {
      const filler = disk.fill(0);
      const folder = join(disk.folder, "data");
      await expect(use(folder)).rejects.toThrow(
        /^The data directory \S+ cannot be used: its disk is full; free some space, or choose another with --data-dir \(.+\)\.$/,
      );
      rmSync(filler);
      await use(folder);
    });

    it("that becomes full after the directory was created is reported too", async () => {
      const folder = join(disk.folder, "data");
      await use(folder);
      rmSync(join(folder, "secrets.json"));
      disk.fill(0);
      await expect(use(folder)).rejects.toThrow("its disk is full");
    });

    it("that is read-only is reported, with or without data on it", async () => {
      const folder = join(disk.folder, "data");
      await use(folder);
      disk.makeReadOnly();
      for (const path of [folder, join(disk.folder, "other")])
        await expect(use(path)).rejects.toThrow(
          /^The data directory \S+ cannot be used: its disk is read-only; choose another with --data-dir \(.+\)\.$/,
        );
    });

    it("that fills up makes the table refuse whole writes; reads continue, and writes continue once there is space", async () => {
      const table = createEmbeddedTable({ path: join(disk.folder, "table.db") });
      const put = (sk: string) => ({ kind: "put" as const, item: { pk: "P", sk, text: "x".repeat(30_000) } });
      await table.transact([put("0")]);
      const filler = disk.fill(50_000);
      const written = ["0"];
      const write = async (): Promise<void> => {
        for (let n = 1; n < 20; n += 1) {
          await table.transact([put(`${n}-a`), put(`${n}-b`)]);
          written.push(`${n}-a`, `${n}-b`);
        }
      };
      await expect(write()).rejects.toThrow("full");
      const read = async () => (await table.query({ pk: "P" })).map(({ sk }) => sk);
      expect(await read()).toEqual(written.toSorted());
      rmSync(filler);
      await table.transact([put("later")]);
      expect(await read()).toContain("later");
      table.close();
    });
  },
);

describe("a data directory of another user", () => {
  asRoot("is refused in one sentence", () => {
    const { folder, remove } = makeFolder();
    chmodSync(folder, 0o755);
    const owned = join(folder, "data");
    mkdirSync(owned, { mode: 0o700 });
    const told = execFileSync(process.execPath, [OPENER, owned], {
      uid: NOBODY,
      env: { ...process.env, NODE_OPTIONS: "" },
      encoding: "utf8",
    });
    remove();
    expect(told).toMatch(
      /^The data directory \S+ cannot be used: it may not be written by the user that runs this; give it to that user, or choose another with --data-dir \(.+\)\.\n$/,
    );
  });
});
