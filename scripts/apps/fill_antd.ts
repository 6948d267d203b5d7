/**
 * Renders lists of meetings, and a page for each, with the components of Ant Design, as its server rendering makes them, or changes
 * them. Prints what the meetings are. `serve` serves the pages.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

const [what = "", folder = "", given = ""] = process.argv.slice(2);

interface Meeting {
  readonly number: number;
  readonly path: string;
  readonly title: string;
  readonly date: string;
  readonly time: string;
  readonly location: string;
  readonly agenda: string;
  readonly minutes: string;
}
const BODIES = [
  "Harbour Board",
  "Council of Trees",
  "Youth Forum",
  "Bürgerausschuss",
  "Bridge Committee: Phase II",
];
const PLACES = ["Town Hall, Room 201", "Riverside Library", "Bürgersaal, Hauptstraße 12", "Fire Station 4"];
const TIMES = ["6:30 PM", "9:00 AM", "12:15 PM"];

/** Some have no place, agenda or minutes; two can be on one day. */
const meet = (number: number): Meeting => ({
  number,
  path: `/meeting-${number}.html`,
  title: `${BODIES[number % BODIES.length]} ${number % 4 === 0 ? "– Special Session " : ""}No. ${number}`,
  date: new Date(Date.UTC(2026, 8, 1 + Math.floor(number / 2) * 3)).toISOString().slice(0, 10),
  time: TIMES[number % TIMES.length] as string,
  location: number % 6 === 5 ? "" : (PLACES[number % PLACES.length] as string),
  agenda: number % 7 === 6 ? "" : `/agenda-${number}.pdf`,
  minutes: number > 25 || number % 5 === 4 ? "" : `/minutes-${number}.pdf`,
});

const serve = (port: number): void => {
  createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    try {
      const page = readFileSync(join(folder, "pages", pathname === "/" ? "index.html" : pathname));
      response.setHeader("content-type", "text/html");
      response.end(page);
    } catch {
      response.statusCode = 404;
      response.end("not found");
    }
  }).listen(port, "127.0.0.1");
};

/** Renders the pages with the packages of a folder. */
const createRender = (packages: string) => {
  const load = createRequire(join(packages, "package.json"));
  const { createElement: h, Fragment } = load("react");
  const { renderToString } = load("react-dom/server");
  const { Breadcrumb, Button, Descriptions, Layout, Menu, Pagination, Timeline, Typography } = load("antd");

  const say = (date: string): string =>
    new Date(date).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  const page = (title: string, ...content: unknown[]): string => {
    const items = ["News", "Meetings", "Departments", "Contact"].map((label) => ({
      key: label,
      label: h("a", { href: `/${label.toLowerCase()}.html` }, label),
    }));
    const body = h(
      Layout,
      null,
      h(Layout.Header, null, h(Menu, { mode: "horizontal", items })),
      h(
        Layout.Content,
        null,
        h(Breadcrumb, { items: [{ title: h("a", { href: "/" }, "Home") }, { title }] }),
        h(Typography.Title, null, title),
        ...content,
      ),
      h(Layout.Footer, null, "Town of Millbrook ©2026"),
    );
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | Millbrook</title></head><body>${renderToString(body)}</body></html>`;
  };
  const button = (href: string, text: string): unknown =>
    href === "" ? null : h(Button, { type: "link", href, key: text }, text);
  const entry = ({ date, time, path, title, location, agenda, minutes }: Meeting) => ({
    label: `${say(date)} ${time}`,
    children: h(
      Fragment,
      null,
      h("a", { href: path }, title),
      location === "" ? null : h("p", null, location),
      button(agenda, "Agenda"),
      button(minutes, "Minutes"),
    ),
  });

  const pages = join(folder, "pages");
  const write = (name: string, html: string): void => writeFileSync(join(pages, name), html);
  const PER_PAGE = 10;
  const render = (meetings: readonly Meeting[]): void => {
    rmSync(pages, { recursive: true, force: true });
    mkdirSync(pages);
    const count = Math.ceil(meetings.length / PER_PAGE);
    const nameOf = (at: number): string => (at === 1 ? "index.html" : `page-${at}.html`);
    const link = (to: number, type: string, element: unknown): unknown =>
      type === "jump-prev" || type === "jump-next" || to < 1 || to > count
        ? element
        : h("a", { href: `/${nameOf(to)}` }, type === "page" ? to : type === "next" ? "Next" : "Previous");
    for (let at = 1; at <= count; at++) {
      const own = meetings.slice((at - 1) * PER_PAGE, at * PER_PAGE);
      const pager = h(Pagination, {
        current: at,
        total: meetings.length,
        pageSize: PER_PAGE,
        itemRender: link,
      });
      write(nameOf(at), page("Meetings", h(Timeline, { mode: "left", items: own.map(entry) }), pager));
    }
    const all = meetings.map(({ path, title }) => h("li", { key: path }, h("a", { href: path }, title)));
    write("all.html", page("All meetings", h("ul", null, ...all)));
    for (const { path, title, date, time, location } of meetings) {
      const items = [
        { label: "Date", children: say(date) },
        { label: "Time", children: time },
        ...(location === "" ? [] : [{ label: "Location", children: location }]),
      ];
      write(path.slice(1), page(title, h(Descriptions, { column: 1, items })));
    }
  };
  return render;
};

const meetings = (): readonly Meeting[] => {
  const first = Array.from({ length: 40 }, (_, at) => meet(at + 1));
  const changed = first
    .filter(({ number }) => number !== 20)
    .map((meeting) =>
      [3, 14, 25].includes(meeting.number) ? { ...meeting, location: "Moved: Old Mill" } : meeting,
    );
  return what === "fill" ? first : [...changed, meet(41), meet(42)];
};

if (what === "serve") serve(Number(given));
else {
  createRender(given)(meetings());
  console.log(JSON.stringify(meetings()));
}
