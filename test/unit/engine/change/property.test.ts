/**
 * For any two texts that differ in a word or a number, a monitor has either a change or a marked difference. The
 * texts are generated from words of eight languages, in the shapes that noise has: ages, counters, update times, URLs.
 */
import { describe, expect, it } from "@jest/globals";
import { collect, first } from "./collections.ts";

/** Everyday words, with some that once hid a change: words for updates, ages and counters. */
const LANGUAGES = {
  English: "Standard check-in lamp open updated views ago minutes price stand session kick-off until from",
  German: "Stand Standard Lampe geöffnet aktualisiert Aufrufe vor Minuten Preis Uhr bis ab heute größer",
  French: "mis à jour lampe ouvert vues il y a minutes prix jusqu’à dès aujourd’hui été",
  Spanish: "actualizado lámpara abierto visitas hace minutos precio hasta desde mañana año",
  Russian: "обновлено лампа открыто назад минут цена до от сегодня просмотров ёлка",
  Arabic: "تحديث مصباح مفتوح قبل دقائق سعر حتى من اليوم مشاهدة",
  Japanese: "更新 ランプ 営業中 前 分 価格 まで から 今日 閲覧",
  Hindi: "अपडेट दीपक खुला पहले मिनट कीमत तक से आज दृश्य",
} as const;

/** A small generator with a seed (mulberry32), so that a failing case can be run again. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
};

type Random = ReturnType<typeof randomOf>;

const numberIn = (random: Random): string =>
  [
    () => String(random(100)),
    () => `${random(24)}:${String(random(60)).padStart(2, "0")}`,
    () => `2026-0${1 + random(9)}-1${random(9)} 12:0${random(9)}`,
    () => `${random(9)},${100 + random(900)}.${10 + random(90)}`,
    () => `€${random(50)}.${10 + random(90)}`,
    () => `https://s.example/p?ref=${random(9)}&ts=${random(9)}`,
    () => `1${random(9)}²`,
  ][random(7)]?.() ?? "";

const makeText = (words: readonly string[], random: Random): string[] =>
  Array.from({ length: 1 + random(9) }, () =>
    random(3) === 0 ? numberIn(random) : (words[random(words.length)] ?? ""),
  );

/** The text with one token replaced, removed, added or moved. */
const mutate = (text: readonly string[], words: readonly string[], random: Random): string[] => {
  const at = random(text.length);
  const token = random(2) === 0 ? numberIn(random) : (words[random(words.length)] ?? "");
  return (
    [
      () => text.with(at, token),
      () => text.toSpliced(at, 1),
      () => text.toSpliced(at, 0, token),
      () => text.toSpliced(at, 1).toSpliced(random(text.length), 0, text[at] ?? ""),
    ][random(4)]?.() ?? [...text]
  );
};

const differs = (a: string, b: string): boolean =>
  a.normalize("NFC").replace(/\s+/g, " ").trim() !== b.normalize("NFC").replace(/\s+/g, " ").trim();

describe("a difference in a word or a number", () => {
  it.each(Object.entries(LANGUAGES))("in a text in %s is a change or marked as noise", (_name, list) => {
    const words = list.split(" ");
    const silent: string[] = [];
    for (let seed = 0; seed < 300; seed += 1) {
      const random = randomOf(seed);
      const before = makeText(words, random);
      const [a, b] = [before.join(" "), mutate(before, words, random).join(" ")];
      // A text that is lost fails the run instead.
      if (b.trim() === "" || !differs(a, b)) continue;
      // One record, one of several found by its URL, one that only its content identifies, and as the URL itself.
      const shapes = [
        [[{ note: a }], [{ note: b }]],
        [
          [
            { url: "https://s.example/1", note: a },
            { url: "https://s.example/2", note: "" },
          ],
          [
            { url: "https://s.example/1", note: b },
            { url: "https://s.example/2", note: "" },
          ],
        ],
        [
          [{ note: a }, { note: "other" }],
          [{ note: b }, { note: "other" }],
        ],
        [
          [
            { url: a, n: 1 },
            { url: "x", n: 2 },
          ],
          [
            { url: b, n: 1 },
            { url: "x", n: 2 },
          ],
        ],
      ] as const;
      for (const [from, to] of shapes) {
        const { changes, noise } = collect(to, first(from));
        if (changes.length + noise.length === 0) silent.push(`${seed}: ${JSON.stringify([from, to])}`);
      }
    }
    expect(silent.slice(0, 5)).toEqual([]);
  });

  it.each(Object.entries(LANGUAGES))(
    "in a page's text in %s is in its diff, whatever two reads or ignore patterns leave out elsewhere",
    (_name, list) => {
      const words = list.split(" ");
      const silent: string[] = [];
      let compared = 0;
      for (let seed = 0; seed < 200; seed += 1) {
        const random = randomOf(seed);
        const makeLine = () => Array.from({ length: 3 }, () => makeText(words, random).join(" ")).join(" ");
        const lines = Array.from({ length: 3 + random(20) }, makeLine);
        const at = random(lines.length);
        const after = mutate((lines[at] ?? "").split(" "), words, random).join(" ");
        // One place differs in every read, and the owner ignores another: neither may hide the difference.
        const page = (visitors: number, ignored: number, changed?: string) => [
          {
            url: "https://s.example/",
            title: "Page",
            markdown: [
              `zzqa zzqb ${visitors} zzqc zzqd`,
              `zzqe-${ignored}-zzqf`,
              ...(changed === undefined ? lines : lines.with(at, changed)),
            ].join("\n\n"),
          },
        ];
        const options = { watch: "text" as const, ignore: ["zzqe-*-zzqf"] };
        const set = collect(page(1, 1), null, options, { firstReads: page(2, 1) }).set;
        const quiet = collect(page(3, 2), set, options);
        if (quiet.changes.length > 0) silent.push(`${seed}: a change where only noise differs`);
        if (!differs(lines[at] ?? "", after)) continue;
        compared += 1;
        const { changes, noise } = collect(page(3, 2, after), set, options);
        const diffs = [...changes, ...noise].flatMap(({ fields }) => fields.markdown?.diff ?? []);
        const shown = diffs.flatMap(({ hunks }) => hunks.flatMap(({ lines: those }) => those));
        // Read as the current text, the lines of the diff have the changed line.
        const current = shown
          .filter(({ type }) => type !== "removed")
          .map(({ parts }) =>
            parts
              .filter(({ type }) => type !== "removed")
              .map(({ text }) => text)
              .join(""),
          );
        const isSeen = after.trim() === "" || current.some((line) => !differs(line, after));
        if (changes.length + noise.length === 0 || !isSeen)
          silent.push(`${seed}: ${JSON.stringify([lines[at], after])}`);
      }
      expect(silent.slice(0, 5)).toEqual([]);
      expect(compared).toBeGreaterThan(100);
    },
  );

  it("is still a change if two reads of the page showed noise next to it", () => {
    const text = (name: string, count: number) => `${name} · seen ${count} times today`;
    const set = collect(
      [{ note: text("Lamp", 5) }],
      null,
      {},
      { firstReads: [{ note: text("Lamp", 4) }] },
    ).set;
    expect(collect([{ note: text("Lamp", 9) }], set)).toMatchObject({
      changes: [],
      noise: [{ fields: { note: { noise: "reads" } } }],
    });
    expect(collect([{ note: text("Chair", 9) }], set).changes).toHaveLength(1);
    expect(collect([{ note: text("Lamp", 9).replace("today", "in all") }], set).changes).toHaveLength(1);
    expect(collect([{ note: text("Lamp", 9) }], set, { matters: ["note"] }).changes).toHaveLength(1);
  });

  it("is never noise in a price or in a field used by a condition", () => {
    const two = { firstReads: [{ title: "Lamp", price: 10, rank: 1 }], currencies: { price: "EUR" } };
    const { set, remarks } = collect([{ title: "Lamp", price: 11, rank: 2 }], null, {}, two);
    expect(remarks).toEqual([expect.stringMatching(/: rank\.$/)]);
    const now = [{ title: "Lamp", price: 12, rank: 3 }];
    const fieldsOf = (conditions?: string[]) =>
      Object.keys(collect(now, set, { ...(conditions && { conditions }) }).changes[0]?.fields ?? {});
    expect(fieldsOf()).toEqual(["price"]);
    expect(fieldsOf(["rank rises"])).toEqual(["price", "rank"]);
  });

  it("raises no alert while it is noise, and is suggested as noise after five runs", () => {
    let set = first([{ rank: 0, price: 1 }]);
    const proposed: (readonly string[])[] = [];
    for (let rank = 1; rank <= 6; rank += 1) {
      const result = collect([{ rank, price: 1 }], set);
      proposed.push(result.proposedNoise);
      set = result.set;
    }
    expect(proposed).toEqual([[], [], [], [], ["rank"], ["rank"]]);
    const ignored = collect([{ rank: 99, price: 1 }], set, { ignoreFields: ["rank"] });
    expect([ignored.changes, ignored.noise]).toEqual([[], []]);
    expect(collect([{ rank: 6, price: 1 }], set).set.restless).toEqual({});
  });
});
