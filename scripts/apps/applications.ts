/** The applications: how each is installed, filled and served, and what is asked of it. */
import { join } from "node:path";
import type { OutputSchema } from "../../client/index.ts";
import { installPackages, type NpmTool, packagesOf } from "../rehearse/npm.ts";
import { install, type PythonTool, programOf } from "../rehearse/python.ts";

/** A record as the application's own database holds it. `path` is its page. */
export interface Held {
  readonly path: string;
  readonly [field: string]: string | number;
}

export interface Application {
  readonly name: string;
  readonly tool: PythonTool | NpmTool;
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
    /** Part of the addresses of pages that are opened for their links alone. */
    readonly through?: string;
  };
  /** Fields of the list that identify a record for a monitor. */
  readonly key: readonly string[];
}

const TRAC: PythonTool = { name: "Trac", version: "1.6" };
const DATASETTE: PythonTool = { name: "datasette", version: "0.65.5" };
const ROUNDUP: PythonTool = { name: "roundup", version: "2.6.0" };
const OSCAR: PythonTool = {
  name: "django-oscar",
  version: "4.2.1",
  also: ["sorl-thumbnail==13.4.0", "whoosh==2.7.4"],
};
const PELICAN: PythonTool = { name: "pelican", extras: "[markdown]", version: "4.12.0" };

const ANTD: NpmTool = { name: "antd", packages: ["antd@5.29.3", "react@18.3.1", "react-dom@18.3.1"] };

/** The script that fills, changes and, if need be, serves an application. */
const scriptOf = (name: string, extension = "py"): string =>
  join(import.meta.dirname, `fill_${name}.${extension}`);

/** @returns why the application cannot be installed here; null if it is */
export const installOf = ({ tool }: Application): Promise<string | null> =>
  "packages" in tool ? installPackages(tool) : install(tool);

/** The command that fills or changes what an application holds, and prints it. */
export const commandOf = (
  { name, tool }: Application,
  what: "fill" | "change",
  folder: string,
): readonly [program: string, ...args: string[]] =>
  "packages" in tool
    ? [process.execPath, scriptOf(name, "ts"), what, folder, packagesOf(tool)]
    : [programOf(tool), "-B", scriptOf(name), what, folder];

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
  {
    name: "roundup",
    tool: ROUNDUP,
    serve: (folder, port) => [
      programOf(ROUNDUP),
      ...["-B", scriptOf("roundup"), "serve", folder, String(port)],
    ],
    list: {
      path: "/issue?@columns=id,title,creator,assignedto,status,priority&@sort=id&@pagesize=20",
      prompt: "title, priority, status, creator, assigned to and link of all issues, on all pages",
      fields: ["title", "priority", "status", "creator", "assignedTo"],
    },
    detail: { title: "string", priority: "string", status: "string", assignedTo: "string" },
    crawl: {
      path: "/issue?@columns=id,title&@sort=id&@pagesize=100",
      match: "/issue*",
      says: "title",
      exclude: ["*?*"],
    },
    key: ["link"],
  },
  {
    name: "oscar",
    tool: OSCAR,
    serve: (folder, port) => [programOf(OSCAR), ...["-B", scriptOf("oscar"), "serve", folder, String(port)]],
    list: {
      path: "/catalogue/",
      prompt: "title, price and link of all products, on all pages",
      fields: ["title", "price"],
    },
    detail: { title: "string", price: "price", upc: "string", material: "string" },
    crawl: {
      path: "/catalogue/",
      match: "/catalogue/*_*/",
      says: "title",
      exclude: ["*/category/*", "*/reviews/*"],
      through: "/catalogue/?page=",
    },
    key: ["link"],
  },
  {
    name: "antd",
    tool: ANTD,
    serve: (folder, port) => [process.execPath, scriptOf("antd", "ts"), "serve", folder, String(port)],
    list: {
      path: "/",
      prompt: "title, date, time, location, agenda and minutes of all meetings, on all pages",
      fields: ["title", "date", "time", "location", "agenda", "minutes"],
    },
    detail: { date: "date", time: "string", location: "string" },
    crawl: { path: "/all.html", match: "/meeting-*", says: "title" },
    key: ["title"],
  },
];
