import { parseDocument } from "htmlparser2";
import { textOf } from "../../page/text.ts";
import { normaliseSpace } from "../../values/text.ts";

const MARKED = /<[a-z/!][^<>]*>|&#?\w+;/i;
const withoutMarkup = (text: string): string => (MARKED.test(text) ? textOf(parseDocument(text)) : text);

const ESCAPED = /&#?\w+;/;
/** Text that a page shows, which can be escaped once too often. What looks like a tag there is text: "The <table> element". */
export const shownText = (text: string): string =>
  normaliseSpace(ESCAPED.test(text) ? textOf(parseDocument(text.replaceAll("<", "&lt;"))) : text);

/** Text without the markup that structured values can contain, sometimes escaped twice. */
export const plainText = (text: string): string => normaliseSpace(withoutMarkup(withoutMarkup(text)));
