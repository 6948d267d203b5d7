/** How cells of a workbook look: the part `xl/styles.xml`, and which of its styles a cell has. */
import type { Currencies } from "../../contract/currencies.ts";

const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** Numbers of the cell styles that every workbook has. Those of its currencies follow. */
export const STYLE = { plain: 0, header: 1, date: 2, time: 3, truth: 4 } as const;
const FIRST_MONEY = 5;

/** The custom number formats of a workbook start at this id (ECMA-376, 18.8.30). */
const FIRST_FORMAT = 164;
/** Of dates, times, and truth values, which LibreOffice would show as 1 and 0. */
const OWN_FORMATS = ["yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss", '"TRUE";"TRUE";"FALSE"'];

/** How Excel shows money: `"£"#,##0.00`; without a symbol if the currency is unknown. */
const formatOf = (currency: string | null): string => {
  if (currency === null) return "#,##0.00";
  const money = new Intl.NumberFormat("en", { style: "currency", currency });
  const symbol = money.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  const { maximumFractionDigits: digits = 2 } = money.resolvedOptions();
  const gap = /^[A-Z]{3}$/.test(symbol) ? " " : "";
  return `"${symbol}${gap}"#,##0${digits > 0 ? `.${"0".repeat(digits)}` : ""}`;
};

const escapeAttribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const list = (tag: string, entries: readonly string[]): string =>
  `<${tag} count="${entries.length}">${entries.join("")}</${tag}>`;

/** Excel expects these two fills in every workbook; readers such as openpyxl refuse an empty one. */
const FILLS = ["none", "gray125"].map((type) => `<fill><patternFill patternType="${type}"/></fill>`);
const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
const BORDER = "<border><left/><right/><top/><bottom/><diagonal/></border>";
const BASE = 'fillId="0" borderId="0"';

/** The styles of a workbook whose price columns have these currencies. */
export const stylesFor = (
  currencies: Currencies,
): { readonly xml: string; readonly styleOf: (column: string) => number } => {
  const money = [...new Set(Object.values(currencies).map(formatOf))];
  const formats = [...OWN_FORMATS, ...money].map((code, index) => ({ id: FIRST_FORMAT + index, code }));
  const xml =
    `<styleSheet xmlns="${SHEET}">` +
    list(
      "numFmts",
      formats.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${escapeAttribute(code)}"/>`),
    ) +
    list("fonts", [`<font>${FONT}</font>`, `<font><b/>${FONT}</font>`]) +
    list("fills", FILLS) +
    list("borders", [BORDER]) +
    list("cellStyleXfs", [`<xf numFmtId="0" fontId="0" ${BASE}/>`]) +
    list("cellXfs", [
      `<xf numFmtId="0" fontId="0" ${BASE} xfId="0"/>`,
      `<xf numFmtId="0" fontId="1" ${BASE} xfId="0" applyFont="1"/>`,
      ...formats.map(({ id }) => `<xf numFmtId="${id}" fontId="0" ${BASE} xfId="0" applyNumberFormat="1"/>`),
    ]) +
    list("cellStyles", ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']) +
    "</styleSheet>";
  return {
    xml,
    styleOf: (column) => {
      const currency = Object.hasOwn(currencies, column) ? currencies[column] : undefined;
      return currency === undefined ? STYLE.plain : FIRST_MONEY + money.indexOf(formatOf(currency));
    },
  };
};
