import { describe, expect, it } from "@jest/globals";
import { search } from "../../../dashboard/guides/search.ts";
import { sectionsOf } from "../../../lib/guideSections.ts";

const SECTIONS = [
  ...sectionsOf(
    "monitors.html",
    "Monitors",
    '<h1 id="monitors">Monitors</h1><p>Compare runs.</p><h2 id="noise">Noise</h2><p>Dates &amp; <code>counters</code> are ignored. Alerts are not.</p>',
  ),
  ...sectionsOf(
    "alerts.html",
    "Alerts",
    '<h1 id="alerts">Alerts</h1><p>When a price falls, at the café.</p>',
  ),
];
const linksFor = (query: string) => search(SECTIONS, query).map(({ section }) => section.link);

describe("the search of the guides", () => {
  it("reads each section's text, without markup", () => {
    expect(SECTIONS[1]).toEqual({
      link: "monitors.html#noise",
      title: "Monitors",
      heading: "Noise",
      text: "Dates & counters are ignored. Alerts are not.",
    });
  });

  it("finds sections with every word, those with it in the heading first", () => {
    expect(linksFor("alerts")).toEqual(["alerts.html#alerts", "monitors.html#noise"]);
    expect(linksFor("noise counters")).toEqual(["monitors.html#noise"]);
    expect(linksFor("noise price")).toEqual([]);
  });

  it("ignores case and accents, and finds nothing for nothing", () => {
    expect(linksFor("CAFE")).toEqual(["alerts.html#alerts"]);
    expect(linksFor("  ")).toEqual([]);
  });

  it("shows the text around the word", () => {
    expect(search(SECTIONS, "falls")[0]?.excerpt).toBe("When a price falls, at the café.");
  });
});
