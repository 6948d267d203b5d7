import { describe, expect, it } from "@jest/globals";
import { PNG } from "pngjs";
import type { Area } from "../../../../src/contract/steps/pictures.ts";
import { comparePictures, observePictures } from "../../../../src/engine/picture/index.ts";

type Colour = readonly [number, number, number];
const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
const RED: Colour = [200, 0, 0];

interface Box extends Area {
  readonly colour: Colour;
}

/** A page of rows that all differ, as rows of text do, with boxes on it. */
const draw = (width: number, height: number, boxes: readonly Box[] = [], shiftedBy = 0): Buffer => {
  const image = new PNG({ width, height });
  image.data.fill(255);
  const put = (x: number, y: number, colour: Colour): void => {
    const at = (y * width + x) * 4;
    [image.data[at], image.data[at + 1], image.data[at + 2]] = colour;
  };
  for (let y = shiftedBy; y < height; y += 1)
    for (let bit = 0; bit < 12; bit += 1) if (((y - shiftedBy) >> bit) & 1) put(bit * 2, y, BLACK);
  for (const { x, y, width: wide, height: high, colour } of boxes)
    for (let row = y; row < y + high; row += 1)
      for (let column = x; column < x + wide; column += 1) put(column, row, colour);
  return PNG.sync.write(image);
};

const box = (x: number, y: number, width: number, height: number, colour: Colour = RED): Box => ({
  x,
  y,
  width,
  height,
  colour,
});

interface Given {
  readonly ignored?: readonly Area[];
  readonly noise?: readonly Area[];
  readonly ignoredBefore?: readonly Area[];
  readonly ignoredNow?: readonly Area[];
}
const compare = (before: Buffer, now: Buffer, given: Given = {}) => {
  const { ignored = [], noise = [], ignoredBefore = [], ignoredNow = [] } = given;
  return comparePictures({
    previous: { bytes: before, ignored: ignoredBefore },
    current: { bytes: now, ignored: ignoredNow },
    ignored,
    noise,
  });
};
const bare = ({ x, y, width, height }: Area): Area => ({ x, y, width, height });

describe("two screenshots", () => {
  it("are equal if all their pixels are", async () => {
    expect(await compare(draw(200, 300), draw(200, 300))).toMatchObject({
      verdict: "same",
      figures: { width: 200, height: 300, changedPixels: 0, share: 0, areas: [] },
    });
  });

  it("differ by pixels, which are counted exactly, grouped into areas and drawn", async () => {
    const found = await compare(draw(200, 300), draw(200, 300, [box(100, 50, 30, 10), box(150, 200, 5, 5)]));
    expect(found).toMatchObject({
      verdict: null,
      figures: {
        changedPixels: 325,
        share: 0.5417,
        areas: [bare(box(100, 50, 30, 10)), bare(box(150, 200, 5, 5))],
        areasOmitted: 0,
      },
    });
    const { difference, excerpt } = found.drawing ?? {};
    const drawn = PNG.sync.read(difference ?? Buffer.alloc(0));
    expect([drawn.width, drawn.height]).toEqual([200, 300]);
    const pixel = (x: number, y: number) => [
      ...drawn.data.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 3),
    ];
    expect(pixel(110, 55)).toEqual([224, 0, 72]);
    expect(pixel(60, 250)).toEqual(WHITE);
    expect(PNG.sync.read(excerpt ?? Buffer.alloc(0)).width).toBeLessThanOrEqual(560);
  });

  it.each([1, 2, 3])("differ by a single pixel, %d px from the edge", async (at) => {
    const found = await compare(draw(200, 300), draw(200, 300, [box(199 - at, 299 - at, 1, 1)]));
    expect(found).toMatchObject({ verdict: null, figures: { changedPixels: 1 } });
  });

  it("that differ only in rendering of colours are noise, with the areas", async () => {
    const found = await compare(
      draw(200, 300, [box(100, 50, 30, 10, [250, 250, 250])]),
      draw(200, 300, [box(100, 50, 30, 10, [249, 250, 250])]),
    );
    expect(found).toMatchObject({ verdict: "rendering", figures: { changedPixels: 300 } });
    expect(found.drawing).toBeUndefined();
  });

  it("are compared by row: moved rows are unchanged, inserted rows are not", async () => {
    const found = await compare(
      draw(200, 300, [box(100, 50, 30, 10)]),
      draw(200, 340, [box(100, 90, 30, 10)], 40),
    );
    expect(found).toMatchObject({
      verdict: null,
      // The first row is white in both.
      figures: { height: 340, changedPixels: 40 * 200, areas: [{ x: 0, y: 1, width: 200, height: 40 }] },
    });
    const back = await compare(
      draw(200, 340, [box(100, 90, 30, 10)], 40),
      draw(200, 300, [box(100, 50, 30, 10)]),
    );
    expect(back).toMatchObject({ verdict: null, figures: { height: 300, changedPixels: 40 * 200 } });
  });

  it.each([
    ["wider", draw(200, 300), draw(240, 300), 40 * 300],
    ["narrower", draw(240, 300), draw(200, 300), 40 * 300],
    ["of another size altogether", draw(200, 10), draw(10, 200), null],
  ])("may be %s", async (_, before, now, pixels) => {
    const { verdict, figures } = await compare(before, now);
    expect(verdict).toBeNull();
    if (pixels !== null) expect(figures.changedPixels).toBe(pixels);
    expect(figures.share).toBeLessThanOrEqual(100);
  });

  it("are not compared in ignored areas, which do not count as compared pixels", async () => {
    const [before, now] = [draw(200, 300), draw(200, 300, [box(100, 50, 30, 10), box(0, 290, 200, 10)])];
    const ignored = [{ x: 90, y: 40, width: 100_000, height: 40 }];
    expect(await compare(before, now, { ignored })).toMatchObject({
      verdict: null,
      figures: { areas: [{ x: 0, y: 290, width: 200, height: 10 }] },
    });
    expect(
      await compare(before, now, { ignored: [...ignored, { x: 0, y: 280, width: 200, height: 100 }] }),
    ).toMatchObject({ verdict: "same" });
  });

  it("can ignore an element that has moved, in its old and new position", async () => {
    const advert = (y: number): Area => ({ x: 100, y, width: 40, height: 20 });
    const found = await compare(
      draw(200, 300, [{ ...advert(50), colour: RED }]),
      draw(200, 300, [{ ...advert(120), colour: BLACK }]),
      { ignoredBefore: [advert(50)], ignoredNow: [advert(120)] },
    );
    expect(found.verdict).toBe("same");
  });

  it("are noise where two reads differed, even if that area has moved", async () => {
    const reads = await observePictures(
      { bytes: draw(200, 300, [box(100, 50, 30, 10)]), ignored: [] },
      { bytes: draw(200, 300, [box(100, 50, 30, 10, BLACK)]), ignored: [] },
      [],
    );
    expect(reads).toEqual({ areas: [{ x: 92, y: 42, width: 46, height: 26 }], share: 0.5 });
    const noise = reads.areas;
    const before = draw(200, 300, [box(100, 50, 30, 10, BLACK)]);
    expect(await compare(before, draw(200, 300, [box(104, 52, 20, 9)]), { noise })).toMatchObject({
      verdict: "reads",
    });
    const both = await compare(before, draw(200, 300, [box(104, 52, 20, 9), box(150, 200, 5, 5)]), { noise });
    expect(both).toMatchObject({ verdict: null, figures: { changedPixels: 25 } });
    const moved = await compare(before, draw(200, 340, [box(100, 90, 30, 10, BLACK)], 40), { noise });
    expect(moved.noise).toEqual([{ x: 92, y: 82, width: 46, height: 26 }]);
  });

  it("of a long page may differ completely", async () => {
    const tall = (colour: Colour) => draw(1280, 4_096, [box(0, 0, 1280, 4_096, colour)]);
    const { figures } = await compare(tall(WHITE), tall(BLACK));
    expect(figures).toMatchObject({ changedPixels: 1280 * 4_096, share: 100 });
    // 3 s on two idle cores.
  });
});
