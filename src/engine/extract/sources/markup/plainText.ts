import { normaliseSpace } from "../../values/text.ts";

/** Text without the markup that authors leave in structured values. */
export const plainText = (text: string): string =>
  normaliseSpace(/[<&]/.test(text) ? withoutMarkup(text) : text);

const withoutMarkup = (text: string): string =>
  (text.includes("<") ? text.replace(/<[^<>]*>/g, " ") : text)
    .replace(/&nbsp;|&#160;/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/&#0?39;|&rsquo;|&apos;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&#(\d{1,7});/g, (whole, code) =>
      Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : whole,
    )
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">");
