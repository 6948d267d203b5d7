import { describe, expect, it } from "@jest/globals";
import { extractFrom, pageOf } from "./helpers.ts";

const titlesOf = (list: string): unknown[] =>
  extractFrom(pageOf(`<main><h1>Reports</h1>${list}</main>`), {
    schema: { title: "string", url: "url" },
    instructions: "all records",
  }).results.map(({ item }) => item.title);

const REPORTS = [
  "Annual Financial Report of the City of Springfield",
  "Comprehensive Plan for Parks and Open Spaces Update",
  "Long Range Transportation Strategy for the Region",
  "Water Quality Assessment of the Northern Reservoirs",
  "Housing Needs Analysis for Low Income Households",
];

describe("documents are named after their links", () => {
  it.each([
    ["after their office", (link: string) => `<span>Finance office</span> ${link} <span>PDF, 2 MB</span>`],
    ["below their office", (link: string) => `<div>Planning department</div><div>${link}</div>`],
  ])("%s", (_where, content) => {
    const rows = REPORTS.map(
      (title, at) => `<li>${content(`<a href="/files/r${at}.pdf">${title}</a>`)}</li>`,
    );
    expect(titlesOf(`<ul>${rows.join("")}</ul>`)).toEqual(REPORTS);
  });

  it("but not if many other links have the same text", () => {
    const rows = REPORTS.map(
      (title, at) =>
        `<li><span>${title}</span> <a href="/files/r${at}.pdf">Complete document with all of its parts</a></li>`,
    );
    expect(titlesOf(`<ul>${rows.join("")}</ul>`)).toEqual(REPORTS);
  });
});

describe("records in a closed panel", () => {
  const row = (title: string, at: number): string =>
    `<div class="row"><span>Planning dept here</span><a href="/p/${at}">${title}</a></div>`;

  it.each(["hidden", 'style="display: none"'])("are named like records in an open one: %s", (closed) => {
    expect(titlesOf(`<div ${closed}>${REPORTS.map(row).join("")}</div>`)).toEqual(REPORTS);
  });

  it("are not named after the closed menus inside them", () => {
    const menu = `<div hidden><a href="/share">Share this report with all of your friends and followers</a></div>`;
    const rows = REPORTS.map((title, at) => row(title, at).replace("</div>", `${menu}</div>`));
    expect(titlesOf(`<div hidden>${rows.join("")}</div>`)).toEqual(REPORTS);
  });
});

describe("headings that are numbers", () => {
  it("are titles, unless they can be dates", () => {
    const novels = ["1984", "2666", "300", "87", "1776"];
    const cards = novels.map(
      (title, at) =>
        `<article><h3>${title}</h3><p>A novel about many things number ${at}</p><p>$${at + 9}.99</p><a href="/b/${at}">Add to cart now</a></article>`,
    );
    expect(titlesOf(cards.join(""))).toEqual(novels);
  });
});

describe("messages", () => {
  it("have the subject that is called so, although the sender is called a name", () => {
    const row = (subject: string, at: number): string =>
      `<tr><td class="mailbox-name"><a href="/mail/${at}">Writer ${at}</a></td><td class="mailbox-subject">${subject}</td></tr>`;
    const { results } = extractFrom(pageOf(`<main><table>${REPORTS.map(row).join("")}</table></main>`), {
      schema: { subject: "string" },
      instructions: "all records",
    });
    expect(results.map(({ item }) => item.subject)).toEqual(REPORTS);
    expect(results[0]?.rivals?.subject?.[1]).toMatchObject({ value: "Writer 0" });
  });
});
