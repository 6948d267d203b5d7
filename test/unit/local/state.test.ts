import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createShutdown } from "../../../local/shutdown.ts";
import { openState } from "../../../local/state/dataDir.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gleaner-test-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Opens the directory, does something with it and gives it back, as a runner's life does. */
const use = async <T>(action: (state: ReturnType<typeof openState>) => T): Promise<T> => {
  const shutdown = createShutdown();
  try {
    return action(openState(root, shutdown));
  } finally {
    await shutdown.run();
  }
};

describe("a data directory", () => {
  it("keeps secrets and key between starts, in a file that only its owner can read", async () => {
    const secret = await use(({ secrets }) => {
      secrets.keepApiKey("gl_live_1");
      return secrets.secretValueOf("s");
    });
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(root, "secrets.json")).mode & 0o777).toBe(0o600);
    await use(({ secrets }) => {
      expect(secrets.secretValueOf("s")).toBe(secret);
      expect(secrets.secretValueOf("other")).not.toBe(secret);
      expect(secrets.apiKey).toBe("gl_live_1");
    });
  });

  it("can be opened by one runner at a time, and by the next once it has ended", async () => {
    const first = createShutdown();
    openState(root, first);
    expect(() => openState(root, createShutdown())).toThrow(
      `in use by another runner (process ${process.pid})`,
    );
    await first.run();
    await use(() => undefined);
  });

  it.each([
    ["secrets.json", "{"],
    ["secrets.json", '{"secrets":7}'],
    ["queues/fauxqs.db", "not a database, but long enough to be looked at as one"],
    ["data-dir.json", "{"],
    ["data-dir.json", '{"layout":1,"table":"other"}'],
    ["table/embedded.db", "not a database, but long enough to be looked at as one"],
    ["table/shared-local-instance.db", "not a database, but long enough to be looked at as one"],
  ])("with a damaged %s is refused in one sentence that names it", async (file, content) => {
    await use(() => undefined);
    writeFileSync(join(root, file), content);
    await expect(use(() => undefined)).rejects.toThrow(new RegExp(`damaged: .*${file}`));
  });

  it("records its table type, which is DynamoDB Local for older releases", async () => {
    expect(await use(({ madeWith }) => madeWith)).toBeUndefined();
    await use(({ keepTable }) => keepTable("embedded"));
    expect(await use(({ madeWith }) => madeWith)).toBe("embedded");
    rmSync(join(root, "data-dir.json"));
    new DatabaseSync(join(root, "table/shared-local-instance.db")).close();
    expect(await use(({ madeWith }) => madeWith)).toBe("dynamodb-local");
  });

  it("of a newer release is refused, and the error says what to do", async () => {
    await use(() => undefined);
    writeFileSync(join(root, "data-dir.json"), '{"layout":2,"table":"a table of tomorrow"}');
    await expect(use(() => undefined)).rejects.toThrow(/newer release \(layout 2.*install that release/);
  });

  it("cannot be a file", async () => {
    const file = join(root, "file");
    writeFileSync(file, "");
    expect(() => openState(file, createShutdown())).toThrow("cannot be used");
  });
});
