import { describe, expect, it } from "@jest/globals";
import { DomainError } from "../../../src/contract/errors.ts";
import { countedAddress, withinAddressLimit } from "../../../src/domain/keys/addressLimit.ts";
import type { Deps } from "../../../src/domain/ports.ts";
import { createStore } from "../../../src/store/index.ts";
import { createMemoryTable } from "../../helpers/memoryTable.ts";

const NOW = Date.UTC(2026, 10, 22, 12, 0, 10);
const LIMIT = 3;
let hosts = 0;
/** An address of its own for each test: an instance remembers whom it refuses. */
const newAddress = (): string => {
  hosts += 1;
  return `203.0.113.${hosts}`;
};

const createWorld = (table = createMemoryTable()) => {
  const clock = { nowMs: NOW };
  const warnings: string[] = [];
  const deps = {
    store: createStore(table),
    now: () => clock.nowMs,
    log: { warn: (message: string) => void warnings.push(message) },
  } as unknown as Deps;
  let looked = 0;
  const ask = (address: string, isValid = false, limit = LIMIT): Promise<string> =>
    withinAddressLimit(deps, { address, limit }, async () => {
      looked += 1;
      if (isValid) return "in";
      throw new DomainError("unauthenticated", "The API key is unknown.");
    });
  const codeOf = (asked: Promise<string>): Promise<string> => asked.catch((error: DomainError) => error.code);
  return { ask, codeOf, clock, warnings, looked: () => looked };
};

describe("an IP address that sends requests without a valid key", () => {
  it("is refused above the limit, before its keys are looked up, until the minute is over", async () => {
    const { ask, codeOf, clock, looked } = createWorld();
    const address = newAddress();
    for (let i = 0; i < LIMIT; i += 1) expect(await codeOf(ask(address))).toBe("unauthenticated");
    await expect(ask(address)).rejects.toMatchObject({
      code: "rate-limited",
      headers: { "retry-after": "50" },
      message: expect.stringContaining("more than 3 requests within a minute"),
    });
    const before = looked();
    expect(await codeOf(ask(address))).toBe("rate-limited");
    expect(await codeOf(ask(address, true))).toBe("rate-limited");
    expect(looked()).toBe(before);
    clock.nowMs += 50_000;
    expect(await ask(address, true)).toBe("in");
    expect(await codeOf(ask(address))).toBe("unauthenticated");
  });

  it("does not affect other addresses, and is not counted while its keys are valid", async () => {
    const { ask, codeOf } = createWorld();
    const [one, other] = [newAddress(), newAddress()];
    for (let i = 0; i <= LIMIT; i += 1) await codeOf(ask(one));
    expect(await ask(other, true)).toBe("in");
    for (let i = 0; i < 10; i += 1) expect(await ask(other, true)).toBe("in");
    expect(await codeOf(ask(other))).toBe("unauthenticated");
  });

  it("is counted across all instances", async () => {
    const table = createMemoryTable();
    const address = newAddress();
    const worlds = Array.from({ length: LIMIT + 1 }, () => createWorld(table));
    const codes = [];
    for (const { ask, codeOf } of worlds) codes.push(await codeOf(ask(address)));
    expect(codes).toEqual([...Array.from({ length: LIMIT }, () => "unauthenticated"), "rate-limited"]);
  });

  it("gets 401 if the table cannot count", async () => {
    const table = createMemoryTable();
    const { ask, codeOf, warnings } = createWorld({
      ...table,
      update: () => Promise.reject(new Error("throttled")),
    });
    expect(await codeOf(ask(newAddress()))).toBe("unauthenticated");
    expect(warnings).toHaveLength(1);
  });

  it.each(["127.0.0.1", "127.8.9.1", "::1", ""])("is not limited on loopback: %p", async (address) => {
    const { ask, codeOf } = createWorld();
    for (let i = 0; i < 10; i += 1) expect(await codeOf(ask(address))).toBe("unauthenticated");
  });

  it("is not limited if the limit is 0", async () => {
    const { ask, codeOf } = createWorld();
    const address = newAddress();
    for (let i = 0; i < 10; i += 1) expect(await codeOf(ask(address, false, 0))).toBe("unauthenticated");
  });
});

describe("the address that is counted", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:12:34:5:6:7:8", "2001:db8:12:34"],
    ["2001:DB8:0012:34::1", "2001:db8:12:34"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::2", "0:0:0:0"],
  ])("for %s is %s", (address, counted) => expect(countedAddress(address)).toBe(counted));
});
