/** What pages write before the numbers of articles. Policy as data. */
import type { Concept } from "../../vocabulary/concepts.ts";

/** One code: a digit or letters, with signs within; a second part where nothing else follows. */
const CODE =
  "([A-Z0-9](?:[A-Z0-9._/+-]{0,30}[A-Z0-9])?(?: [A-Z0-9._/-]*\\d[A-Z0-9._/-]*(?=\\s*(?:$|[|·•;,()])))?)";
const END = "(?![\\p{L}\\d])";
const POINT = "[:#：.№º°ªn]";

/** Digits of bar codes and books, apart or not. */
const DIGITS = "(\\d(?:[ -]?\\d){6,16}(?:-?[\\dX])?)";

/** Words that alone say that a number follows. */
const labelled = (labels: readonly string[], code = CODE): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${labels.join("|")})\\s*(?:[:#：.№ºª°-]\\s*)*${code}${END}`, "iu");
/** Words that say so only with a colon behind, or where nothing else stands in the line. */
const marked = (labels: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d])(?:${labels.join("|")})\\s*${POINT}?\\s*[:#：№]\\s*${CODE}${END}|^(?:${labels.join("|")})\\s*${POINT}{0,2}\\s+${CODE}$`,
    "iu",
  );

const SKU = labelled([
  "sku(?: ?(?:code|number|no\\.?|nr\\.?|id|#))?",
  "(?:item|product|prod\\.?|stock|style|catalog(?:ue)?|cat\\.?|order|article|web|online|shop) ?(?:code|id|number|num\\.?|no\\.?|nr\\.?|#|sku|ref(?:erence)?\\.?)",
  "art(?:ikel|icle|\\.)?[ .-]*(?:nr|no|nummer|number|num|code|id|kod|n[°º])\\.?|artikelcode",
  "(?:bestell|produkt|waren|ident|modell)-?(?: ?(?:nr|no)\\.?|nummer|code)|prod\\.? ?nr\\.?|p-?nr\\.",
  "varenr\\.?|varenummer|vare-?nr\\.?|art\\.? ?nr\\.?|tuotenumero|tuotekoodi|tuotenro\\.?|bestnr\\.?|produktnr\\.?|vnr\\.?",
  "(?:réf(?:érence|\\.)?|ref\\.?)(?: (?:du )?(?:produit|interne|article|fournisseur web))|référence|réf\\.|n[°o]\\.? (?:d['’]article|de produit|article)|code (?:produit|article)",
  "ref(?:erencia|erência|\\.ª|\\.)(?: (?:del|de|do)? ?(?:producto|produto|artículo|artigo))?",
  "cód(?:igo|\\.)(?: (?:de |del |do )?(?:producto|produto|artículo|artigo|referência|referencia|interno))",
  "(?:codice|cod\\.?)(?: (?:prodotto|articolo|art\\.?|produs|produto|producto|artículo))|codice|riferimento",
  "indeks|(?:kod|nr|numer|symbol) (?:produktu|towaru|katalogow[yu]|artykułu)|(?:kód|číslo|obj\\. ?č\\.|objednací) ?(?:produktu|zboží|tovaru|výrobku|kód)",
  "cikkszám|termékkód|cikk ?szám|cod produs|šifra(?: (?:proizvoda|artikla|izdelka))?|kataloški broj",
  "артикул(?: товара)?|арт\\.|код (?:товар[ау]|продукта|изделия|виробу)|номер (?:товара|артикула)|каталожен номер",
  "ürün kodu|stok kodu|model kodu|κωδικός(?: (?:προϊόντος|είδους))?|κωδ\\.|mã (?:sản phẩm|hàng|sp)|kode (?:produk|barang)|รหัสสินค้า",
  'מק"ט|מק״ט|رقم (?:المنتج|الصنف|القطعة|الموديل)|رمز المنتج|كود المنتج|کد (?:کالا|محصول)',
  "品番|商品番号|商品コード|管理番号|型番|品號|货号|貨號|商品编号|商品編號|产品编号|상품 ?(?:번호|코드)|품번|모델명",
]);
const SKU_MARKED = marked([
  "item|article|ref|réf|artikel|artnr|art|código|codigo|cód|cod|kod|kód|код|code article|symbol|id produktu|best",
]);
const MPN = labelled([
  "mpn",
  "(?:manufacturer|mfr\\.?|mfg\\.?|oem|vendor|supplier)(?:['’]?s)?[ -]?(?:part )?(?:sku|number|no\\.?|nr\\.?|code|#|ref(?:erence)?\\.?)",
  "part[ -]?(?:number|no\\.?|nr\\.?|#)|p\\/n|hersteller-?(?:art(?:ikel)?\\.?-?)?(?:nr\\.?|nummer|code)|herst\\.?-?nr\\.?|teilenummer|teile-?nr\\.?",
  "réf(?:érence|\\.) (?:fabricant|constructeur)|referencia (?:del )?fabricante|codice produttore|referência do fabricante|fabrikantcode|kod producenta|kód výrobce|gyártói (?:kód|cikkszám)|артикул производителя",
]);
const GTIN = labelled(
  [
    "(?:ean|gtin|upc|jan)(?:[ /-]?(?:8|10|12|13|14|a))?(?:[ /-]?(?:code|nummer|number|nr\\.?|no\\.?|kod|kód|コード))?",
    "ean ?\\/ ?gtin|gtin ?\\/ ?ean|upc ?\\/ ?ean|barcode|bar code|strichcode|code[- ]barres|código de barras|codice a barre|streepjescode|kod kreskowy|čárový kód|vonalkód|штрихкод|штрих-код|条形码|바코드|الباركود",
  ],
  DIGITS,
);
const ISBN = labelled(["isbn(?:[ -]?1[03])?"], DIGITS);

/** Numbers by what pages write before them, the surest first: the number of a maker's part is none of the shop's. */
export const NUMBERS: readonly (readonly [Concept, readonly RegExp[]])[] = [
  ["gtin", [GTIN]],
  ["isbn", [ISBN]],
  ["mpn", [MPN]],
  ["sku", [SKU, SKU_MARKED]],
];
/** Lines in which a code is none of an article. */
export const NO_ARTICLE =
  /coupon|promo|voucher|gutschein|rabatt|discount|cupón|cupom|kupon|slev|промокод|zip|post(?:al)? ?code|area code|qr|error|dress code|source code|クーポン|优惠码/i;

const NAMED_SKU =
  "sku|(?:product|item|article|artikel|order|stock|style|catalog)[_-]?(?:sku|number|no|nr|num|code|ref(?:erence)?)|ordernumber|artnr|productnumber|productcode|itemnumber|articlenumber|artikelnummer|reference";
/** Attributes, form fields and classes that hold a number. */
export const NAMED_NUMBERS: readonly (readonly [Concept, RegExp])[] = [
  [
    "sku",
    new RegExp(
      `^(?:data-)?(?:product[_-]|item[_-]|pdp[_-]|selected[_-]|current[_-]|main[_-])?(?:${NAMED_SKU})(?:[_-](?:value|code|number|id|text))?$`,
      "i",
    ),
  ],
  [
    "gtin",
    /^(?:data-)?(?:product[_-]|item[_-])?(?:gtin(?:8|12|13|14)?|ean(?:13|8)?|upc|barcode)(?:[_-](?:value|code))?$/i,
  ],
  [
    "mpn",
    /^(?:data-)?(?:product[_-]|item[_-])?(?:mpn|manufacturer[_-]?(?:number|sku|part[_-]?number)|part[_-]?number)(?:[_-]value)?$/i,
  ],
];
