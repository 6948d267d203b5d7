import { describe, expect, it } from "@jest/globals";
import { appPage, itemOf, resultsOf } from "./helpers.ts";

const SCHEMA = { title: "string", description: "string" } as const;
const FIRST = "A folding table of solid oak for small kitchens.";
const SECOND = "It seats four and closes flat against the wall.";
const BODY = `<h1>Oak table</h1><p class="price">£240.00</p><section id="about"><p>${FIRST}</p><p>${SECOND}</p></section>`;
const ITEMS = ["solid oak", "brass hinges", "seats four"];
const LIST = `<h1>Oak table</h1><p class="price">£240.00</p><ul class="about">${ITEMS.map((item) => `<li>${item}</li>`).join("")}</ul>`;

const withMeta = (content: string, name = 'name="description"'): string =>
  appPage(BODY, `<meta ${name} content="${content}">`);

describe("a metadata description without spaces between words", () => {
  it.each([
    ["whole", withMeta(FIRST + SECOND)],
    ["cut off", withMeta(`${FIRST + SECOND.slice(0, 20)}…`)],
    ["for OpenGraph", withMeta(FIRST + SECOND, 'property="og:description"')],
    [
      "in JSON-LD",
      appPage(
        BODY,
        `<script type="application/ld+json">${JSON.stringify({ "@type": "Product", name: "Oak table", description: FIRST + SECOND })}</script>`,
      ),
    ],
  ])("is replaced by the page's own text: %s", (_which, html) => {
    expect(itemOf(html, SCHEMA)).toMatchObject({ description: `${FIRST} ${SECOND}` });
  });

  it("is replaced by the page's own list", () => {
    const html = appPage(LIST, `<meta name="description" content="${ITEMS.join("")}">`);
    expect(itemOf(html, SCHEMA)).toMatchObject({ description: ITEMS.join(" ") });
  });

  it("has the right provenance", () => {
    expect(resultsOf(withMeta(FIRST + SECOND), SCHEMA)[0]?.provenance.description).toMatchObject({
      source: "content",
    });
  });
});

describe("a well-formed metadata description", () => {
  it.each([
    ["the same text as on the page", `${FIRST} ${SECOND}`],
    ["a text of its own", "Folding oak table by WoodWorks, made in iCity.Home delivery."],
    ["a part of the page's text", FIRST],
  ])("is used: %s", (_which, text) => {
    expect(itemOf(withMeta(text), SCHEMA)).toMatchObject({ description: text });
  });

  it("is used in scripts without spaces between words", () => {
    const [one, two] = [
      "小さな台所のための折りたたみ式テーブルです。",
      "四人が座れて、壁にぴったりと閉じます。",
    ];
    const html = appPage(
      `<h1>机</h1><p>${one}</p><p>${two}</p>`,
      `<meta name="description" content="${one}${two}">`,
    );
    expect(itemOf(html, SCHEMA)).toMatchObject({ description: one + two });
  });
});
