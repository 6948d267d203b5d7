/** Renders a mail as HTML and as plain text from one description. */

export interface DiffPart {
  readonly type: "same" | "added" | "removed";
  readonly text: string;
}

/** Text from outside is only used in these parts, which the layout escapes. */
export type Block =
  | { readonly kind: "heading" | "subheading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly lines: readonly string[] }
  /** Lines of a text, with the words that were removed and added. */
  | { readonly kind: "diff"; readonly lines: readonly (readonly DiffPart[])[] }
  /** A picture that the mail carries; mail programs that show none show the text. */
  | { readonly kind: "picture"; readonly contentId: string; readonly text: string }
  | { readonly kind: "facts"; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: "button"; readonly label: string; readonly url: string };

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Control characters and bidirectional controls (Unicode TR 9). */
const UNWANTED = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const clean = (text: string): string => text.replace(UNWANTED, " ");
const escapeHtml = (text: string): string => clean(text).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Tahoma,'Noto Sans Arabic',Arial,sans-serif";
const CELL = "padding:6px 0;border-bottom:1px solid #e3e6ec;text-align:start;vertical-align:top";

/** Mail programs that ignore style sheets show the light colours, which are inline. */
const DARK = `@media (prefers-color-scheme: dark) {
body { background: #14171d !important; color: #e6e9f0 !important }
.sheet { background: #1d222b !important }
.muted { color: #a3adbf !important }
th, td { border-color: #343b48 !important }
.button { background: #3f6df0 !important }
del { background: #5b2323 !important; color: #ffd9d9 !important }
ins { background: #17472c !important; color: #d6f5e1 !important }
}`;

/** Colours with at least 7:1 on the sheet; the line through and below says the same without them. */
const MARKS = {
  removed: (text: string) =>
    `<del style="background:#fde2e2;color:#7a1414;text-decoration:line-through">${text}</del>`,
  added: (text: string) =>
    `<ins style="background:#d9f5e3;color:#0f4a28;text-decoration:underline">${text}</ins>`,
  same: (text: string) => text,
} as const;

/** Each block has `dir="auto"`, so that Arabic and English can be mixed in one mail. */
const htmlOf = (block: Block): string => {
  switch (block.kind) {
    case "heading":
      return `<h1 dir="auto" style="font-size:20px;line-height:1.3;margin:0 0 12px">${escapeHtml(block.text)}</h1>`;
    case "subheading":
      return `<h2 dir="auto" style="font-size:16px;line-height:1.4;margin:24px 0 4px">${escapeHtml(block.text)}</h2>`;
    case "paragraph":
      return `<p dir="auto" style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
    case "list":
      return `<ul style="margin:0 0 16px;padding-inline-start:20px">${block.lines
        .map((line) => `<li dir="auto" style="margin:0 0 6px">${escapeHtml(line)}</li>`)
        .join("")}</ul>`;
    case "diff":
      return block.lines
        .map(
          (parts) =>
            `<p dir="auto" style="margin:0 0 8px;padding-inline-start:10px;border-inline-start:3px solid #c9cfdb">${parts
              .map(({ type, text }) => MARKS[type](escapeHtml(text)))
              .join("")}</p>`,
        )
        .join("\n");
    case "picture":
      return `<p style="margin:0 0 16px"><img src="cid:${escapeHtml(block.contentId)}" alt="${escapeHtml(block.text)}" style="display:block;max-width:100%;height:auto;border:1px solid #e3e6ec"></p>`;
    case "facts": {
      const rows = block.rows.map(
        ([label, value]) =>
          `<tr><th scope="row" class="muted" style="${CELL};font-weight:normal;color:#5a6375;padding-inline-end:16px;white-space:nowrap">${escapeHtml(label)}</th>` +
          `<td dir="auto" style="${CELL}">${escapeHtml(value)}</td></tr>`,
      );
      return `<table style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.join("")}</table>`;
    }
    case "button":
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.url)}" class="button" style="display:inline-block;background:#1f4fd8;color:#ffffff;text-decoration:none;padding:10px 18px;border-radius:6px">${escapeHtml(block.label)}</a></p>`;
  }
};

const textOf = (block: Block): string => {
  switch (block.kind) {
    case "heading":
      return `${clean(block.text)}\n${"=".repeat(Math.min(60, block.text.length))}`;
    case "subheading":
    case "paragraph":
      return clean(block.text);
    case "list":
      return block.lines.map((line) => `- ${clean(line)}`).join("\n");
    case "diff":
      // As in wdiff, which marks words.
      return block.lines
        .map((parts) =>
          parts
            .map(({ type, text }) =>
              type === "same" ? clean(text) : type === "added" ? `{+${clean(text)}+}` : `[-${clean(text)}-]`,
            )
            .join(""),
        )
        .join("\n");
    case "picture":
      return `[${clean(block.text)}]`;
    case "facts":
      return block.rows.map(([label, value]) => `${clean(label)}: ${clean(value)}`).join("\n");
    case "button":
      return `${clean(block.label)}: ${block.url}`;
  }
};

/** One column that fits a narrow screen. Loads no scripts or other files, and no images but those that the mail carries. */
export const layOut = (subject: string, blocks: readonly Block[], footer: string) => ({
  html: `<!doctype html>
<html lang="en" dir="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${DARK}</style></head>
<body style="margin:0;padding:24px 12px;background:#f4f5f8;color:#1d2433;${FONT};font-size:16px;line-height:1.5">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere">
${blocks.map(htmlOf).join("\n")}
<p dir="auto" class="muted" style="margin:24px 0 0;font-size:13px;color:#5a6375">${escapeHtml(footer)}</p>
</div></body></html>
`,
  text: `${[...blocks.map(textOf), `--\n${clean(footer)}`].join("\n\n")}\n`,
});
