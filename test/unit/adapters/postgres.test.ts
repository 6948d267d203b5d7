/** Deliveries to a real PostgreSQL. */
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Line } from "../../../src/adapters/postgres/line.ts";
import { createPostgresPlace } from "../../../src/adapters/postgres/place.ts";
import type { DestinationContent } from "../../../src/contract/deliveries/destinations.ts";
import { secureSocket } from "../../../src/engine/egress/index.ts";
import { startPostgres, type TestPostgres, WHY_NO_POSTGRES } from "../../helpers/postgres.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../engine/egress/certificate.ts";

let server: TestPostgres;
let table: string;
let made = 0;
beforeAll(async () => {
  if (WHY_NO_POSTGRES === null)
    server = await startPostgres(0, { certificate: CERTIFICATE, key: CERTIFICATE_KEY });
}, 60_000);
afterAll(() => server?.stop());
beforeEach(() => {
  made += 1;
  table = `prices_${made}`;
});

const lineTo = ({ host, caCertificate }: ReturnType<typeof target>): Line => ({
  open: async () => connect(server.port, "127.0.0.1"),
  secure: (plain) => secureSocket(plain as Socket, host, caCertificate),
});

const placeOf = (over: object = {}) => createPostgresPlace(target(over), lineTo(target(over)));

const DATABASE = {
  host: "pages.test",
  database: "postgres",
  user: "owner",
  password: "secret",
  schema: "public",
  table: "prices",
  removed: "flag" as const,
};

const target = (over: object = {}) => ({
  ...DATABASE,
  port: server.port,
  password: server.password,
  table,
  tls: "verify" as const,
  caCertificate: CERTIFICATE,
  ...over,
});

type Item = Readonly<Record<string, unknown>>;

interface Given {
  readonly run?: string;
  readonly content?: DestinationContent;
  readonly items: readonly Item[];
  /** Absent: the rows have no keys. */
  readonly keys?: readonly string[];
  readonly perPart?: number;
  readonly over?: object;
  readonly renew?: () => Promise<void>;
}

const deliver = ({ run = "run-1", content = "items", items, keys, perPart = 2, over, renew }: Given) =>
  placeOf(over).deliver(
    {
      destinationId: "dst-1",
      flowId: "flow-1",
      runId: run,
      collectedAt: "2026-11-25T12:00:00.000Z",
      content,
      hasKeys: keys !== undefined,
      parts: (async function* () {
        for (let at = 0; at < items.length; at += perPart)
          yield items
            .slice(at, at + perPart)
            .map((record, index) => ({ key: keys?.[at + index] ?? String(at + index + 1), record }));
      })(),
    },
    renew ?? (async () => {}),
  );

const rows = (columns = "*", more = "") => server.query(`select ${columns} from ${table} ${more}`);
const types = async () =>
  Object.fromEntries(
    (
      await server.query(
        `select column_name, data_type from information_schema.columns where table_name = '${table}'`,
      )
    ).map(({ column_name, data_type }) => [column_name, data_type]),
  );

const LAMPS: readonly Item[] = [
  { title: "Lamp", price: 9.5, inStock: true },
  { title: "Büro 灯", price: 20, tags: ["a", "b"] },
  { title: "مصباح", price: null, 'odd "name" of a field': "x" },
];

(WHY_NO_POSTGRES === null ? describe : describe.skip)(
  `a delivery to PostgreSQL (${WHY_NO_POSTGRES ?? "real"})`,
  () => {
    it("makes the table with the types of the values, and names the run", async () => {
      expect(await deliver({ items: LAMPS })).toBe(3);
      expect(await types()).toMatchObject({
        title: "text",
        price: "double precision",
        inStock: "boolean",
        tags: "jsonb",
        'odd "name" of a field': "text",
      });
      expect(await rows('title, price, "inStock", tags', "order by _row")).toEqual([
        { title: "Lamp", price: 9.5, inStock: true, tags: null },
        { title: "Büro 灯", price: 20, inStock: null, tags: ["a", "b"] },
        { title: "مصباح", price: null, inStock: null, tags: null },
      ]);
      expect(await server.query(`select flow, run, row_count from ${table}_runs`)).toEqual([
        { flow: "flow-1", run: "run-1", row_count: "3" },
      ]);
    });

    it("writes the same rows when it is repeated, also by two workers at once", async () => {
      await Promise.all([deliver({ items: LAMPS }), deliver({ items: LAMPS })]);
      await deliver({ items: LAMPS });
      expect(await rows("title")).toHaveLength(3);
      expect(await server.query(`select run from ${table}_runs`)).toHaveLength(1);
    });

    it.each([1, 2])(
      "that ends after part %i leaves nothing behind, and is whole when repeated",
      async (parts) => {
        let renewed = 0;
        const renew = async () => {
          renewed += 1;
          if (renewed === parts) throw new Error("killed");
        };
        await expect(deliver({ items: LAMPS, renew })).rejects.toThrow("killed");
        expect(await server.query(`select to_regclass('${table}') as found`)).toEqual([{ found: null }]);
        expect(await deliver({ items: LAMPS })).toBe(3);
        expect(await rows("title")).toHaveLength(3);
      },
    );

    it("is undone if the server crashes in the middle, and is whole when repeated", async () => {
      await deliver({ run: "run-0", items: LAMPS });
      let crashed: Promise<void> | undefined;
      const renew = async (): Promise<void> => {
        crashed ??= server.crash();
        await crashed;
      };
      const crashing = deliver({ items: LAMPS, perPart: 1, renew });
      await expect(crashing).rejects.toMatchObject({ name: "PlaceError", code: "database-failed" });
      await crashed;
      expect(await rows("distinct _run")).toEqual([{ _run: "run-0" }]);
      expect(await deliver({ items: LAMPS })).toBe(3);
      expect(await rows("title", "where _run = 'run-1'")).toHaveLength(3);
    }, 60_000);

    it("adds columns for new fields, and makes those text whose type changed", async () => {
      await deliver({ items: [{ price: 1 }, { price: 2.5 }] });
      await deliver({ run: "run-2", items: [{ price: "on request", color: "red" }, { price: 3 }] });
      expect(await types()).toMatchObject({ price: "text", color: "text" });
      expect(await rows("price, color", "order by _run, _row")).toEqual([
        { price: "1", color: null },
        { price: "2.5", color: null },
        { price: "on request", color: "red" },
        { price: "3", color: null },
      ]);
    });

    it("casts to a type that the owner gave a column, leaves the owner's columns alone, and says what does not fit", async () => {
      await deliver({ content: "latest", keys: ["a"], items: [{ price: "1.50", at: "2026-11-25" }] });
      await server.query(
        `alter table ${table} alter price type numeric(10,2) using price::numeric, alter at type date using at::date,
       add column note text`,
      );
      await server.query(`update ${table} set note = 'mine'`);
      await deliver({ run: "run-2", content: "latest", keys: ["a"], items: [{ price: "2.75" }] });
      expect(await rows("price, at, note")).toEqual([{ price: "2.75", at: null, note: "mine" }]);
      await expect(
        deliver({ run: "run-3", content: "latest", keys: ["a"], items: [{ price: "soon" }] }),
      ).rejects.toMatchObject({ code: "database-refused", message: expect.stringContaining("does not fit") });
    });

    it("of the latest records updates them by key, flags those that are gone, and never goes back", async () => {
      const latest = (run: string, keys: readonly string[], price: number) =>
        deliver({ run, content: "latest", keys, items: keys.map((key) => ({ name: key, price })) });
      await latest("run-1", ["a", "b"], 1);
      await latest("run-3", ["b", "c"], 3);
      expect(await latest("run-2", ["a"], 2)).toBeNull();
      const state = () => rows("_key, price, _removed_at is not null as removed", "order by _key");
      expect(await state()).toEqual([
        { _key: "a", price: 1, removed: true },
        { _key: "b", price: 3, removed: false },
        { _key: "c", price: 3, removed: false },
      ]);
      await latest("run-4", ["a", "b", "c"], 4);
      expect((await state()).map(({ removed }) => removed)).toEqual([false, false, false]);
      await deliver({
        ...{ run: "run-5", content: "latest", keys: ["a"], items: [{ price: 5 }] },
        over: { removed: "delete" },
      });
      expect(await state()).toEqual([{ _key: "a", price: 5, removed: false }]);
    });

    it("of changes keeps what each run changed", async () => {
      const change = { _change: "changed", _key: "k", _previous: { price: 1 }, price: 2 };
      await deliver({ content: "changes", keys: ["k"], items: [change] });
      expect(await rows("_change, _key, _previous, price")).toEqual([change]);
    });

    it("stores text that PostgreSQL refuses, and fields named like its own columns", async () => {
      const long = "x".repeat(100);
      const odd = {
        text: "a\0b \ud800 \\u0000",
        _run: "mine",
        _run_: "mine, too",
        xmin: 3,
        [`${long}1`]: 1,
        [`${long}2`]: 2,
        sql: "'); drop table x;--",
      };
      await deliver({ items: [odd] });
      const [row = {}] = await rows();
      expect(row).toMatchObject({
        text: "a\uFFFDb \uFFFD \\u0000",
        _run_: "mine",
        _run__: "mine, too",
        xmin_: 3,
        _run: "run-1",
        sql: odd.sql,
      });
      expect(Object.values(row)).toEqual(expect.arrayContaining([1, 2]));
    });

    it("numbers the rows of items, whatever their fields are called", async () => {
      await deliver({ items: [{ _key: "a", _row: "x" }, { _key: "a" }] });
      expect(await rows("_row, _key_, _row_", "order by _row")).toEqual([
        { _row: "1", _key_: "a", _row_: "x" },
        { _row: "2", _key_: "a", _row_: null },
      ]);
    });

    it("never changes the type of a column that the owner added", async () => {
      await deliver({ items: [{ title: "Lamp" }] });
      await server.query(`alter table ${table} add column sold boolean`);
      await deliver({ run: "run-2", items: [{ title: "Desk", sold: true }] });
      await expect(deliver({ run: "run-3", items: [{ sold: "two" }] })).rejects.toMatchObject({
        code: "database-refused",
        message: expect.stringContaining("Change the column to text"),
      });
      expect((await types()).sold).toBe("boolean");
      expect(await rows("sold", "order by _run")).toEqual([{ sold: null }, { sold: true }]);
    });

    it("passes on failures that are not the database's, and leaves nothing behind", async () => {
      const failure = Object.assign(new Error("the store is down"), { code: "ECONNRESET" });
      const renew = () => Promise.reject(failure);
      await expect(deliver({ items: LAMPS, renew })).rejects.toBe(failure);
      expect(await server.query(`select to_regclass('${table}') as found`)).toEqual([{ found: null }]);
    });

    it("refuses a table that was made for other data", async () => {
      await server.query(`create table ${table} (id int primary key)`);
      await expect(deliver({ items: LAMPS })).rejects.toMatchObject({
        code: "table-refused",
        message: expect.stringContaining("Choose another table"),
      });
    });
  },
);

(WHY_NO_POSTGRES === null ? describe : describe.skip)("a test of PostgreSQL", () => {
  const test = (over: object = {}) => placeOf(over).test("latest");

  it("does what a delivery does, and leaves nothing", async () => {
    await test();
    expect(await server.query(`select to_regclass('${table}') as found`)).toEqual([{ found: null }]);
  });

  it.each([
    [{ password: "wrong" }, "Check the user and the password"],
    [{ database: "nowhere" }, "does not exist. Create it"],
    [{ schema: "nowhere" }, "does not exist. Create it"],
    [{ caCertificate: undefined }, "as caCertificate"],
    [{ host: "other.test" }, "is for another host"],
  ])("with %j says what to do", async (over, words) => {
    const error = await test(over).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "PlaceError", message: expect.stringContaining(words) });
    expect((error as Error).message).not.toContain(server.password);
  });
});
