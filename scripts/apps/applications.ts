/** The applications: how each is installed, filled and served, and what is asked of it. */
import { join } from "node:path";
import type { OutputSchema } from "../../client/index.ts";
import { type PythonTool, programOf } from "../rehearse/python.ts";

/** A record as the application's own database holds it. `path` is its page. */
export interface Held {
  readonly path: string;
  readonly [field: string]: string | number;
}

export interface Application {
  readonly name: string;
  readonly tool: PythonTool;
  /** Serves what is in its folder. */
  readonly serve: (folder: string, port: number) => readonly [program: string, ...args: string[]];
  readonly list: { readonly path: string; readonly prompt: string; readonly fields: readonly string[] };
  /** What is read of a record's page, by the names of its columns. */
  readonly detail: OutputSchema;
  /** The start of a crawl, its records' pages, and the field that each of them says. */
  readonly crawl: {
    readonly path: string;
    readonly match: string;
    readonly says: string;
    readonly exclude?: readonly string[];
  };
  /** Fields of the list that identify a record for a monitor. */
  readonly key: readonly string[];
}

const TRAC: PythonTool = { name: "Trac", version: "1.6" };
const DATASETTE: PythonTool = { name: "datasette", version: "0.65.5" };
const PELICAN: PythonTool = { name: "pelican", extras: "[markdown]", version: "4.12.0" };

export const APPLICATIONS: readonly Application[] = [
  {
    name: "trac",
    tool: TRAC,
    serve: (folder, port) => [
      programOf(TRAC, "tracd"),
      ...["--port", String(port), "--hostname", "127.0.0.1", "--single-env", join(folder, "project")],
    ],
    list: {
      path: "/query?order=id&col=id&col=summary&col=owner&col=priority",
      prompt: "summary, owner, priority and link of all tickets, on all pages",
      fields: ["summary", "owner", "priority"],
    },
    detail: { owner: "string", reporter: "string", priority: "string" },
    crawl: {
      path: "/query?order=id&col=id&col=summary&max=100",
      match: "/ticket/*",
      says: "summary",
      exclude: ["*?*"],
    },
    key: ["link"],
  },
  {
    name: "datasette",
    tool: DATASETTE,
    serve: (folder, port) => [
      programOf(DATASETTE, "datasette"),
      ...["serve", join(folder, "shop.db"), "--host", "127.0.0.1", "--port", String(port)],
    ],
    list: {
      path: "/shop/goods?_size=50",
      prompt: "id, name, maker and price of all goods, on all pages",
      fields: ["id", "name", "maker", "price"],
    },
    detail: { name: "string", maker: "string", price: "number" },
    crawl: {
      path: "/shop/goods?_size=200",
      match: "/shop/goods/*",
      says: "name",
      exclude: ["*.json*"],
    },
    key: ["id"],
  },
  {
    name: "pelican",
    tool: PELICAN,
    serve: (folder, port) => [
      programOf(PELICAN),
      ...["-m", "http.server", String(port), "--bind", "127.0.0.1", "--directory", join(folder, "output")],
    ],
    list: {
      path: "/index.html",
      prompt: "title, date and link of all articles, on all pages",
      fields: ["title", "date"],
    },
    detail: { title: "string", author: "string", date: "date" },
    crawl: { path: "/archives.html", match: "/article-*", says: "title" },
    key: ["link"],
  },
];
