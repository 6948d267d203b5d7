import { describe, expect, it } from "@jest/globals";
import { findCurrency } from "../../../../../src/engine/extract/values/currency.ts";
import { parsePrice } from "../../../../../src/engine/extract/values/numbers.ts";
import { BUYS, isPromised, parseStock, REFUSES } from "../../../../../src/engine/extract/values/stock.ts";

describe("stock wording", () => {
  it.each([
    [
      "OutOfStock",
      "Currently unavailable|Ausverkauft|Nicht an Lager|Plus disponible|Fuera de stock|Non è disponibile",
    ],
    ["OutOfStock", "Fora de estoque|Niet meer leverbaar|Tillfälligt slut|Udsolgt|Utsolgt|Tilapäisesti loppu"],
    [
      "OutOfStock",
      "Chwilowo niedostępny|Není skladem|Nincs raktáron|Stoc epuizat|Нет на складе|Немає в наявності",
    ],
    [
      "OutOfStock",
      "Tükendi|Εξαντλήθηκε|אזל מהמלאי|غير متوفر حاليا|ناموجود|入荷待ち|SOLD OUT|缺货|품절|Hết hàng|Stok habis",
    ],
    [
      "InStock",
      "In stock|12 available|Auf Lager|An Lager|En stock|Disponible|In magazzino|Em estoque|Op voorraad",
    ],
    [
      "InStock",
      "Finns i lager|På lager (12 stk)|Varastossa|Na stanie|Skladem > 5 ks|Raktáron|În stoc|В наличии",
    ],
    ["InStock", "Stokta var|Άμεσα διαθέσιμο|במלאי|متوفر|在庫あり|即納|现货|재고 있음|Còn hàng|Stok tersedia"],
    [
      "LimitedAvailability",
      "Only 3 left in stock|2 left|Nur noch 4 Stück|Últimas unidades|Bara 2 kvar|残り2点|仅剩3件",
    ],
    ["PreOrder", "Pre-order now|Jetzt vorbestellen|Предзаказ|予約受付中"],
    ["BackOrder", "Available on backorder|Sur commande|Под заказ"],
    ["Discontinued", "No longer available|Nicht mehr lieferbar|Снят с производства"],
  ])("means %s: %s", (stock, texts) => {
    expect(texts.split("|").map((text) => [text, parseStock(text)])).toEqual(
      texts.split("|").map((text) => [text, stock]),
    );
  });

  it.each(["Free returns", "Made in Portugal", "Stockholm", "Size guide", "Read more"])(
    "means nothing: %s",
    (text) => {
      expect(parseStock(text)).toBeNull();
    },
  );

  it("counts delivery within days as in stock, but not within weeks", () => {
    const texts = ["Lieferzeit: 1-3 Tage", "Morgen in huis", "Livré demain", "Lieferzeit 4 Wochen", "Size 3"];
    expect(texts.map(isPromised)).toEqual([true, true, true, false, false]);
  });
});

describe("a button", () => {
  it.each(
    "Add to your bag|Jetzt kaufen|J'ajoute au panier|Añadir a la cesta|Acquista ora|Adicionar à sacola|In winkelwagen|Lägg i varukorgen|Læg i kurv|Legg i handlekurv|Dodaj do koszyka|Vložit do košíku|Kosárba|В корзину|Sepete ekle|カートに入れる|加入购物车|장바구니 담기".split(
      "|",
    ),
  )("sells: %s", (text) => {
    expect([BUYS.test(text), REFUSES.test(text)]).toEqual([true, false]);
  });

  it.each([
    "Notify me",
    "Benachrichtigen",
    "M’alerter",
    "Avísame",
    "Avvisami",
    "Powiadom o dostępności",
    "再入荷お知らせ",
  ])("does not sell: %s", (text) => {
    expect([BUYS.test(text), REFUSES.test(text)]).toEqual([false, true]);
  });

  it.each(["Buying guide", "Köpvillkor", "Shop all", "Kupony"])("is unrelated: %s", (text) => {
    expect([BUYS.test(text), REFUSES.test(text)]).toEqual([false, false]);
  });
});

describe("currencies", () => {
  it.each([
    ["TRY NOW $5", "en", "USD"],
    ["US $12.99", "en", "USD"],
    ["A$5", "en", "AUD"],
    ["$5 CAD", "en", "CAD"],
    ["$ 189.900", "es-CO", "COP"],
    ["1299:-", "sv", "SEK"],
    ["499 kr", "da", "DKK"],
    ["499 kr", "en", null],
    ["12 Euro", "de", "EUR"],
    ["RM12.50", "en", "MYR"],
    ["R 1 299.00", "en", "ZAR"],
    ["99 ر.س", "ar", "SAR"],
    ["¥1,280", "zh-CN", "CNY"],
    ["¥1,280", "ja", "JPY"],
    ["5 pieces", "en", null],
  ])("are recognized in %s (%s)", (text, language, code) => {
    expect(findCurrency(text, { language, baseUrl: "https://shop.example/" })).toBe(code);
  });
});

describe("prices", () => {
  it.each([
    ["١٬٢٩٩٫٥٠ ر.س", 1299.5],
    ["۱۲۹ تومان", 129],
    ["₹१,२९,९९९", 129999],
    ["CHF 1’299.–", 1299],
    ["1.299,- €", 1299],
    ["1299:-", 1299],
    ["1 299,95 $", 1299.95],
    ["Rp 1.250.000", 1250000],
    ["R 1 299.00", 1299],
    ["1.299 Euro", 1299],
    ["£10.00 £12.00", null],
  ])("are read: %s", (text, price) => {
    expect(parsePrice(text, { language: "" })).toBe(price);
  });
});
