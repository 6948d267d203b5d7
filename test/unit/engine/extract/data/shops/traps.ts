/** Pages with other amounts and words next to the product's, or in scripts. */
import type { ShopPage } from "./case.ts";

export const TRAPS: readonly ShopPage[] = [
  [
    "german dash",
    "de-DE",
    `<h1>Sofa</h1><div>1.299,- €</div><div>oder ab 36,08 € mtl. finanzieren</div><div>Artikel-Nr.: 4711-08</div><div>Lieferzeit 4 Wochen</div><button>In den Warenkorb</button>`,
    { title: "Sofa", price: 1299, currency: "EUR", sku: "4711-08", in_stock: true },
  ],
  [
    "instalments first",
    "en-US",
    `<h1>Laptop Air</h1><div>From $41.62/mo. for 24 mo.</div><div>$999.00</div><div>Model: A2941</div><button>Add to Bag</button>`,
    { title: "Laptop Air", price: 999, currency: "USD", in_stock: true, sku: null },
  ],
  [
    "yen, excl and incl",
    "ja",
    `<h1>湯呑み</h1><p>1,800円(税抜) 1,980円(税込)</p><p>品番 YU-20</p><p>入荷待ち</p>`,
    { title: "湯呑み", currency: "JPY", sku: "YU-20", in_stock: false },
  ],
  [
    "danish dash",
    "da",
    `<h1>Gryde</h1><p>499,-</p><p class="price">499,00 kr.</p><p>Varenummer: 9911</p><p>Udsolgt</p>`,
    { title: "Gryde", price: 499, currency: "DKK", sku: "9911", in_stock: false },
  ],
  [
    "polish, lowest 30 days",
    "pl",
    `<h1>Kubek Las</h1><div class="price">45,90 zł</div><div>Najniższa cena z 30 dni: 49,90 zł</div><div>Dostawa od 9,99 zł</div><div>Kod produktu KU-12</div><div>Producent: Ceramika</div><div>Powiadom o dostępności</div>`,
    { title: "Kubek Las", price: 45.9, currency: "PLN", sku: "KU-12", in_stock: false, brand: "Ceramika" },
  ],
  [
    "ex and inc vat",
    "en-GB",
    `<h1>Drill Bit Set</h1><div class="price-ex"><span>£10.00</span> <span>ex VAT</span></div><div class="price-inc"><span>£12.00</span> <span>inc VAT</span></div><div>Stock Code: DB-9</div><div>14 in stock</div>`,
    { title: "Drill Bit Set", price: 12, currency: "GBP", sku: "DB-9", in_stock: true },
  ],
  [
    "on request",
    "en",
    `<h1>Industrial Press</h1><div>Price on request</div><div>Part No. IP-9000</div><div>Delivery from £95.00</div>`,
    { title: "Industrial Press", price: null, mpn: "IP-9000" },
  ],
  [
    "gtag call in plain script",
    "en",
    `<script>gtag('event', 'view_item', { currency: 'USD', value: 64.0, items: [{ item_id: 'CH-88', item_name: 'Oak Chair', item_brand: 'Elm & Co', price: 64.0, quantity: 1 }] });</script><h1>Oak Chair</h1><div>$64.00</div>`,
    { title: "Oak Chair", price: 64, sku: "CH-88", brand: "Elm & Co" },
  ],
  [
    "fbq call",
    "en",
    `<script>fbq('track','ViewContent',{content_type:'product',content_ids:['RUG-9'],content_name:"Jute Rug",value:120,currency:'USD'});</script><h1>Jute Rug</h1><div>$120.00</div>`,
    { title: "Jute Rug", price: 120, currency: "USD" },
  ],
  [
    "input name sku",
    "nl",
    `<h1>Fietspomp</h1><span>€ 19,95</span><form><input type="hidden" name="sku" value="FP-1"><button>In winkelwagen</button></form>`,
    { title: "Fietspomp", price: 19.95, currency: "EUR", sku: "FP-1", in_stock: true },
  ],
  [
    "lot of sizes with prices",
    "en",
    `<h1>Honey</h1><ul class="sizes"><li><label><input type="radio" name="s">250 g <span>$6.00</span></label></li><li><label><input type="radio" name="s" checked>500 g <span>$11.00</span></label></li></ul><div class="price">$11.00</div><div>$2.20 / 100 g</div><button>Add to cart</button>`,
    { title: "Honey", price: 11, currency: "USD", in_stock: true },
  ],
  [
    "preorder",
    "en",
    `<h1>Board Game</h1><div>£39.99</div><p>Released 12 March. Pre-order now.</p><button>Pre-order</button>`,
    { title: "Board Game", price: 39.99, availability: "PreOrder" },
  ],
  [
    "range in words",
    "en",
    `<h1>Garden Shed</h1><div class="price">From $499 to $899</div><div>Item # GS-4</div>`,
    { title: "Garden Shed", price: null, lowPrice: 499, highPrice: 899, currency: "USD", sku: "GS-4" },
  ],
  [
    "cents in spans, no point",
    "de",
    `<h1>Bohrer</h1><div class="price"><span class="int">12</span><sup>99</sup><span> €</span></div><div>Bestellnummer 7781234</div><div>Nicht auf Lager</div>`,
    { title: "Bohrer", price: 12.99, currency: "EUR", sku: "7781234", in_stock: false },
  ],
  [
    "menu and cart prices",
    "en",
    `<header><a href="/cart" class="header-cart">Cart <span>$0.00</span></a><p>Free shipping over $75</p></header><h1>Canvas Tote</h1><p>$28</p><div class="product-recommendations"><h2>You may also like</h2><div><a href="/x">Pouch</a><span>$12</span></div><div><a href="/y">Belt</a><span>$22</span></div></div>`,
    { title: "Canvas Tote", price: 28, currency: "USD" },
  ],
  [
    "breadcrumbs",
    "en",
    `<nav aria-label="breadcrumb"><ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/shoes">Shoes</a></li><li><a href="/shoes/running">Running</a></li><li>Swift 4</li></ol></nav><h1>Swift 4</h1><div>€120.00</div>`,
    { title: "Swift 4", price: 120, currency: "EUR", category: "Running", brand: null },
  ],
  [
    "free",
    "en",
    `<h1>Sample Pack</h1><p class="price">Free</p><button>Add to cart</button>`,
    { title: "Sample Pack", price: 0, in_stock: true },
  ],
  [
    "blog post with amounts",
    "en",
    `<h1>How we saved</h1><p>We paid $1,200 for rent in 2019 and about $300 for food each month, with the item 12 of our list in stock.</p><p>Later it was better.</p>`,
    { title: "How we saved", sku: null },
  ],
];
