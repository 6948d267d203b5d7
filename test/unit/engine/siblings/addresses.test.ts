import { describe, expect, it } from "@jest/globals";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { siblingAddresses } from "../../../../src/engine/siblings/index.ts";

const OWN = "https://shop.example/kettles/oak-kettle-123";
const find = (links: string, url = OWN) =>
  siblingAddresses(parseDocument(`<html><body><main>${links}</main></body></html>`, { url }), url);

describe("a page's siblings", () => {
  it("are links with a URL of the same structure", () => {
    const links = `<a href="/kettles/tin-kettle-124">Tin</a><a href="/about">About</a><a href="/kettles">All</a>
      <a href="/kettles/oak-kettle-123#reviews">Reviews</a><a href="/kettles/a/b/c">Deep</a>`;
    expect(find(links)).toEqual(["https://shop.example/kettles/tin-kettle-124"]);
  });

  it("can differ in a number in the query", () => {
    const url = "https://shop.example/item.php?id=1";
    expect(find(`<a href="item.php?id=2">Two</a><a href="item.php?id=3&edit=1">Edit</a>`, url)).toEqual([
      "https://shop.example/item.php?id=2",
    ]);
  });

  it("include the next page of a list", () => {
    const url = "https://shop.example/kettles";
    const pager = `<ul class="pagination"><li>1</li><li><a href="/kettles?page=2">2</a></li><li><a rel="next" href="/kettles?page=2">Next</a></li></ul>`;
    expect(find(pager, url)).toContain("https://shop.example/kettles?page=2");
  });

  it.each([
    ["another origin", `<a href="https://other.example/kettles/tin-kettle-124">Tin</a>`],
    ["another port", `<a href="https://shop.example:8443/kettles/tin-kettle-124">Tin</a>`],
    ["another scheme", `<a href="http://shop.example/kettles/tin-kettle-124">Tin</a>`],
    ["credentials", `<a href="https://me:secret@shop.example/kettles/tin-kettle-124">Tin</a>`],
    ["a path that acts", `<a href="/delete/tin-kettle-124">Tin</a>`],
    ["a path segment that acts", `<a href="/kettles/sign-out">Bye</a>`],
    ["a label that acts", `<a href="/kettles/tin-kettle-124">Add to cart</a>`],
    ["a script's method", `<a data-method="delete" href="/kettles/tin-kettle-124">Tin</a>`],
    ["a handler", `<a onclick="buy()" href="/kettles/tin-kettle-124">Tin</a>`],
    ["nofollow", `<a rel="nofollow" href="/kettles/tin-kettle-124">Tin</a>`],
    ["a token", `<a href="/kettles/oak-kettle-123?token=abc">Tin</a>`],
    ["a form", `<form><a href="/kettles/tin-kettle-124">Tin</a></form>`],
    ["a file", `<a href="/kettles/tin-kettle-124.pdf">Tin</a>`],
    ["a script as address", `<a href="javascript:void(0)">Tin</a>`],
  ])("are never links with %s", (_, link) => {
    expect(find(link)).toEqual([]);
  });
});
