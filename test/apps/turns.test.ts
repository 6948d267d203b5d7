import { describe, expect, it } from "@jest/globals";
import { appPage, itemOf, resultsOf } from "./helpers.ts";

/** A form that shows a record to those who may not change it: rows in which headings and values take turns. */
const record = appPage(`<h2 class="page-title">Issue 31</h2>
  <form method="post" action="/issue/31"><table>
    <tr><th>Title</th><td colspan="3">The export stops after 1,000 rows</td></tr>
    <tr><th>Priority</th><td>urgent</td><th>Status</th><td>in progress</td></tr>
    <tr><th>Owner</th><td></td><th>Part</th><td>export</td></tr>
  </table></form><p>Last seen on three machines.</p>`).replace(
  "<title>Workbench</title>",
  "<title>Issue 31: The export stops after 1,000 rows - Workbench</title>",
);

describe("rows in which headings and values take turns", () => {
  const schema = { title: "string", priority: "string", status: "string", owner: "string", part: "string" };

  it("give each heading the value after it, and none where that is empty", () => {
    expect(itemOf(record, schema as Parameters<typeof itemOf>[1])).toEqual({
      title: "The export stops after 1,000 rows",
      priority: "urgent",
      status: "in progress",
      owner: null,
      part: "export",
    });
  });

  it("are not column headings above each other", () => {
    const page = appPage(`<h1>Sizes</h1><table><tr><th>Priority</th><th>Status</th></tr>
      <tr><td>high</td><td>open</td></tr></table>`);
    expect(itemOf(page, { priority: "string" })?.priority).not.toBe("Status");
  });
});

describe("a row that is called the title", () => {
  it("does not name the page if the page's own title lacks it", () => {
    const other = record.replace("Issue 31: The export stops after 1,000 rows", "Issue 31");
    expect(itemOf(other, { title: "string", priority: "string" })?.title).not.toBe("Workbench");
  });
});

describe("values of a form that their kind seldom has", () => {
  it("are given under the very name that is asked for", () => {
    const page = appPage(`<h1>Walnut desk</h1><table><tr><th>UPC</th><td>UPC-02294</td></tr>
      <tr><th>Material</th><td>Walnut</td></tr><tr><th>Weight</th><td>12 kg</td></tr></table>`);
    expect(itemOf(page, { upc: "string", material: "string" })).toEqual({
      upc: "UPC-02294",
      material: "Walnut",
    });
  });

  it("are not given under another", () => {
    const page = appPage(`<h1>Walnut desk</h1><table><tr><th>UPC</th><td>UPC-02294</td></tr>
      <tr><th>Material</th><td>Walnut</td></tr><tr><th>Weight</th><td>12 kg</td></tr></table>`);
    expect(itemOf(page, { isbn: "string", material: "string" })).toEqual({ isbn: null, material: "Walnut" });
  });

  it("are given from columns: whoever is called admin may have written it", () => {
    const rows = ["The export stops", "Umlauts are lost", "The cart stays empty", "Dates are a day off"]
      .map((title, at) => `<tr><td>${at + 1}</td><td><a href="/i/${at}">${title}</a></td><td>admin</td></tr>`)
      .join("");
    const page = appPage(
      `<h1>Issues</h1><table><tr><th>ID</th><th>Title</th><th>Creator</th></tr>${rows}</table>`,
    );
    const creators = resultsOf(page, { title: "string", creator: "string" }).map(({ item }) => item.creator);
    expect(creators).toEqual(["admin", "admin", "admin", "admin"]);
  });
});
