import { describe, expect, it } from "@jest/globals";
import { addVersion, currentVersion, deriveKeys, parseVersions } from "../../../src/adapters/keyring.ts";
import { createSeals } from "../../../src/adapters/seal.ts";
import { createServiceSecret, SECRET_KEPT_MS } from "../../../src/adapters/serviceSecret.ts";
import { createFileLinks } from "../../../src/domain/files/links.ts";
import { createCursors } from "../../../src/domain/lists/cursors.ts";

const OWNER = { accountId: "acct-1", recordId: "hook-1" };
const SCOPE = { accountId: "acct-1", operation: "listRuns", filters: {} };

/** A function's view of a stored secret, under a clock that the test moves. */
const world = (first = "a plain secret") => {
  const state = { stored: first, nowMs: 1_000_000, reads: 0, isDown: false };
  const read = async () => {
    state.reads += 1;
    if (state.isDown) throw new Error("Secrets Manager does not answer");
    return state.stored;
  };
  const now = () => state.nowMs;
  const secret = createServiceSecret(read, now);
  return {
    state,
    seals: createSeals(() => secret.keysFor("seal")),
    cursors: createCursors(() => secret.keysFor("cursor"), now),
    links: createFileLinks(() => secret.keysFor("file"), now),
    rotate: (secretText = "another secret") => {
      state.stored = addVersion(state.stored, secretText, state.nowMs + 2 * SECRET_KEPT_MS);
    },
  };
};

describe("the service secret", () => {
  it("after a rotation, still decrypts and verifies what was encrypted and signed before", async () => {
    const { state, seals, cursors, links, rotate } = world();
    const sealed = await seals.seal("hunter2", OWNER);
    const cursor = await cursors.issue(SCOPE, "run-1");
    const link = await links.issue("kept/30/x.png", 86_400_000);
    rotate();
    rotate("a third secret");
    state.nowMs += 4 * SECRET_KEPT_MS;
    await expect(seals.open(sealed, OWNER)).resolves.toBe("hunter2");
    await expect(cursors.read(SCOPE, cursor)).resolves.toBe("run-1");
    await expect(links.read(link)).resolves.toBe("kept/30/x.png");
  });

  it("uses the newest version once every function knows it", async () => {
    const { state, seals, rotate } = world();
    // A secret that was never rotated seals as earlier releases do, which could still open it.
    await expect(seals.seal("x", OWNER)).resolves.not.toContain(".");
    rotate();
    state.nowMs += SECRET_KEPT_MS;
    await expect(seals.seal("x", OWNER)).resolves.not.toContain(".");
    state.nowMs += SECRET_KEPT_MS;
    const sealed = await seals.seal("x", OWNER);
    expect(sealed).toMatch(/^2\./);
    await expect(seals.open(sealed, OWNER)).resolves.toBe("x");
    const withoutFirst = JSON.parse(state.stored) as { versions: object[] };
    const newestOnly = world(JSON.stringify({ versions: withoutFirst.versions.slice(1) }));
    await expect(newestOnly.seals.open(sealed, OWNER)).resolves.toBe("x");
  });

  it("never encrypts with a version unknown to a function that read the secret five minutes ago", async () => {
    const late = world();
    await late.seals.seal("warm", OWNER);
    late.rotate();
    const fresh = world(late.state.stored);
    for (let passed = 0; passed < SECRET_KEPT_MS; passed += 30_000) {
      fresh.state.nowMs = late.state.nowMs;
      const cursor = await fresh.cursors.issue(SCOPE, "run-1");
      await expect(late.cursors.read(SCOPE, cursor)).resolves.toBe("run-1");
      await expect(late.seals.open(await fresh.seals.seal("x", OWNER), OWNER)).resolves.toBe("x");
      late.state.nowMs += 30_000;
    }
  });

  it("rejects data of another service's secret, or data that was changed", async () => {
    const [ours, theirs] = [world(), world("a stranger's secret")];
    await expect(ours.seals.open(await theirs.seals.seal("x", OWNER), OWNER)).rejects.toThrow();
    await expect(ours.seals.open("7.AAAA", OWNER)).rejects.toThrow("version 7");
    await expect(ours.cursors.read(SCOPE, await theirs.cursors.issue(SCOPE, "a"))).rejects.toMatchObject({
      code: "invalid-request",
    });
    await expect(ours.links.read(await theirs.links.issue("a", 1_000))).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("is read once every five minutes, and stays cached when it cannot be read", async () => {
    const { state, seals } = world();
    const sealed = await seals.seal("x", OWNER);
    await seals.open(sealed, OWNER);
    expect(state.reads).toBe(1);
    state.isDown = true;
    state.nowMs += SECRET_KEPT_MS;
    await expect(seals.open(sealed, OWNER)).resolves.toBe("x");
  });

  it("counts as version 1 before the first rotation, and is refused when it is malformed", () => {
    expect(parseVersions("plain")).toEqual([{ version: 1, secret: "plain" }]);
    const rotated = addVersion("plain", "new", 5_000);
    expect(currentVersion(parseVersions(rotated), 4_999)).toBe(1);
    expect(currentVersion(parseVersions(rotated), 5_000)).toBe(2);
    expect(deriveKeys(rotated, "seal", 0).all.map(({ version }) => version)).toEqual([2, 1]);
    for (const damaged of ["", "{}", '{"versions":[]}', "{nonsense"])
      expect(() => parseVersions(damaged)).toThrow();
  });
});
