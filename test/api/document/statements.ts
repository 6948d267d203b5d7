/** What the service document says of many operations. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type Answer, newAccount } from "../../helpers/api.ts";
import { expectKind, type Kind, nameOf } from "./kinds.ts";
import { makeWorld, type World } from "./world.ts";

export const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export let world: World;

type Read = () => Answer | Promise<Answer>;

/** Asked once for all that is to be seen in its answer: these take their time. */
export const once = (read: () => Promise<Answer>): (() => Promise<Answer>) => {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= read();
    return answer;
  };
};

export const get = (path: string) => () => world.api.get(path);

/** An operation whose provider this deployment has not been given says so; its shape is then not to be seen. */
export const isNotConfigured = ({ status, body }: Answer): boolean => {
  if (status !== 503) return false;
  expect(body.error.code).toBe("not-configured");
  return true;
};

/** One test for each field of a record that an answer holds. */
export const shows = (
  answer: Read,
  find: (body: Answer["body"]) => unknown,
  kinds: Readonly<Record<string, Kind>>,
) => {
  it.each(Object.entries(kinds).map(([name, kind]) => [name, nameOf(kind), kind] as const))(
    "%s %s",
    async (name, _kindName, kind) => {
      const given = await answer();
      if (!isNotConfigured(given)) expectKind((find(given.body) as Record<string, unknown>)[name], kind);
    },
  );
};

export const data = (body: Answer["body"]) => body.data;

export const firstOf = (body: Answer["body"]) => body.data[0];

export const bare = (body: Answer["body"]) => body;

export const single = (read: Read, status: number) =>
  it(`answers ${status} with {data: <record>} and nothing beside it`, async () => {
    const answer = await read();
    if (isNotConfigured(answer)) return;
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body)).toEqual(["data"]);
    expect(Array.isArray(answer.body.data)).toBe(false);
  });

export const list = (path: string) =>
  it("answers 200 with {data: [<record>...], total: <integer>}", async () => {
    const { status, body } = await world.api.get(path);
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(0);
    expect(Number.isInteger(body.total)).toBe(true);
    expect(body.total).toBeGreaterThanOrEqual(body.data.length);
  });

/** Each value of a filter gives just the records that have it, and all together give every record. */
export const filter = (path: string, name: string, values: readonly (string | boolean)[]) =>
  it(`${name} filters by ${values.join(", ")}`, async () => {
    const all = (await world.api.get(path)).body;
    let sum = 0;
    for (const value of values) {
      const { status, body } = await world.api.get(`${path}?${name}=${value}`);
      expect(status).toBe(200);
      for (const record of body.data) expect(record[name]).toBe(value);
      sum += body.total;
    }
    expect(sum).toBe(all.total);
    expect((await world.api.get(`${path}?${name}=something`)).status).toBe(400);
  });

export const limit = (path: string, byDefault: number) =>
  it(`limit is a number, ${byDefault} by default`, async () => {
    const account = await newAccount();
    const names = Array.from({ length: byDefault + 1 }, (_, index) => `Flow ${index}`);
    const url = "https://shop.example/";
    await Promise.all(names.map((name) => account.post("/flows", { name, url, mode: "extract" })));
    const { body } = await account.get(path);
    expect(body.total).toBeGreaterThan(byDefault);
    expect(body.data).toHaveLength(byDefault);
    expect((await account.get(`${path}?limit=3`)).body.data).toHaveLength(3);
  });

export const useWorld = (): void => {
  beforeAll(async () => {
    world = await makeWorld();
  }, 120_000);
  afterAll(() => world.pages.stop());
};
