/** Pages as the software of shops builds them, with no word for machines. */
import type { ShopPage } from "./case.ts";

export const PLATFORMS: readonly ShopPage[] = [
  [
    "shopify dawn, sale",
    "en",
    `<div class="product__info-container"><p class="product__text caption-with-letter-spacing">Northwind</p><div class="product__title"><h1>Trail Mug</h1></div><p class="product__sku">SKU: <span>TM-330-BL</span></p>
<div class="price price--large price--on-sale price--show-badge"><div class="price__container"><div class="price__regular"><span class="visually-hidden">Regular price</span><span class="price-item price-item--regular">$24.00 USD</span></div>
<div class="price__sale"><span class="visually-hidden">Regular price</span><span><s class="price-item price-item--regular">$30.00 USD</s></span><span class="visually-hidden">Sale price</span><span class="price-item price-item--sale price-item--last">$24.00 USD</span></div></div><span class="badge price__badge-sale">Sale</span></div>
<form action="/cart/add"><button type="submit" name="add" class="product-form__submit button"><span>Add to cart</span></button></form><p>Pay in 4 interest-free installments of $6.00 with Shop Pay</p></div>`,
    { title: "Trail Mug", price: 24, original_price: 30, currency: "USD", sku: "TM-330-BL", in_stock: true },
  ],
  [
    "shopify, variant in script, sold out",
    "en",
    `<script>var meta = {"product":{"id":7,"gid":"gid://shopify/Product/7","vendor":"Fernworks","type":"Lamp","variants":[{"id":41,"price":8900,"name":"Fern Lamp - Small","public_title":"Small","sku":"FL-S"},{"id":42,"price":8900,"name":"Fern Lamp - Large","public_title":"Large","sku":"FL-L"}]}};</script>
<h1>Fern Lamp</h1><div class="price"><span class="money">$89.00</span></div><form action="/cart/add"><button type="submit" name="add" disabled="disabled">Sold out</button></form>`,
    { title: "Fern Lamp", price: 89, brand: "Fernworks", in_stock: false, sku: "FL-S" },
  ],
  [
    "woocommerce variable, range",
    "en-GB",
    `<div class="product"><div class="summary entry-summary"><h1 class="product_title entry-title">Wool Throw</h1><p class="price"><span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&pound;</span>45.00</bdi></span> &ndash; <span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&pound;</span>95.00</bdi></span></p>
<form class="variations_form cart"><table><tr><th><label>Size</label></th><td><select><option>Choose</option><option>S</option></select></td></tr></table><button type="submit" class="single_add_to_cart_button button alt disabled">Add to basket</button></form>
<div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">WT-100</span></span> <span class="posted_in">Categories: <a href="/c/home">Home</a>, <a href="/c/throws">Throws</a></span></div></div></div>`,
    {
      title: "Wool Throw",
      price: null,
      lowPrice: 45,
      highPrice: 95,
      currency: "GBP",
      sku: "WT-100",
      in_stock: true,
    },
  ],
  [
    "magento 2",
    "en-US",
    `<div class="product-info-main"><div class="page-title-wrapper product"><h1 class="page-title"><span class="base">Fusion Backpack</span></h1></div><div class="product-info-price"><div class="price-box price-final_price"><span class="special-price"><span class="price-container"><span class="price-label">Special Price</span><span class="price-wrapper" data-price-amount="49" data-price-type="finalPrice"><span class="price">$49.00</span></span></span></span><span class="old-price"><span class="price-container"><span class="price-label">Regular Price</span> <span data-price-amount="59"><span class="price">$59.00</span></span></span></span></div>
<div class="product-info-stock-sku"><div class="stock available" title="Availability"><span>In stock</span></div><div class="product attribute sku"><strong class="type">SKU</strong><div class="value">24-MB02</div></div></div></div>
<form data-product-sku="24-MB02" id="product_addtocart_form"><button type="submit" title="Add to Cart" class="action primary tocart"><span>Add to Cart</span></button></form></div>`,
    {
      title: "Fusion Backpack",
      price: 49,
      original_price: 59,
      currency: "USD",
      sku: "24-MB02",
      in_stock: true,
    },
  ],
  [
    "magento, sku only in form",
    "en-US",
    `<h1>Hoodie</h1><span class="price">$42.00</span><form data-product-sku="MH07" action="/checkout/cart/add"><button type="submit"><span>Add to Cart</span></button></form>`,
    { title: "Hoodie", price: 42, sku: "MH07", in_stock: true },
  ],
  [
    "prestashop",
    "fr",
    `<h1 class="h1">Affiche encadrée</h1><div class="product-prices"><div class="product-discount"><span class="regular-price">34,80 €</span></div><div class="product-price h5 has-discount"><div class="current-price"><span class="current-price-value" content="27.84">27,84 €</span><span class="discount discount-percentage">Économisez 20%</span></div></div><div class="tax-shipping-delivery-label">TTC</div></div>
<span id="product-availability"><i class="material-icons">&#xE5CA;</i> En stock</span><button class="btn btn-primary add-to-cart" type="submit">Ajouter au panier</button>
<div class="product-manufacturer"><label class="label">Marque</label><span><a href="/marque/2-graphic-corner">Graphic Corner</a></span></div><div class="product-reference"><label class="label">Référence </label><span>demo_6</span></div>`,
    {
      title: "Affiche encadrée",
      price: 27.84,
      original_price: 34.8,
      currency: "EUR",
      sku: "demo_6",
      in_stock: true,
      brand: "Graphic Corner",
    },
  ],
  [
    "prestashop, none left",
    "es",
    `<h1>Taza</h1><div class="current-price"><span>11,90 €</span></div><span id="product-availability">Fuera de stock</span><button class="add-to-cart" disabled>Añadir al carrito</button><div>Referencia: <span>TZ-19</span></div>`,
    { title: "Taza", price: 11.9, currency: "EUR", sku: "TZ-19", in_stock: false },
  ],
  [
    "shopware 6",
    "de-DE",
    `<h1 class="product-detail-name">Kaffeemühle</h1><p class="product-detail-price with-list-price">149,00 €* <span class="list-price-badge">%</span><span class="product-detail-list-price-wrapper"><span class="list-price-price">179,00 €*</span><span class="list-price-percentage">(16.76% gespart)</span></span></p><p class="product-detail-tax">Preise inkl. MwSt. zzgl. Versandkosten</p><p class="delivery-information delivery-available"><span class="delivery-status-indicator"></span> Sofort verfügbar, Lieferzeit: 1-3 Tage</p>
<div class="product-detail-ordernumber-container"><span class="product-detail-ordernumber-label">Produktnummer:</span> <span class="product-detail-ordernumber">SW10178</span></div><button class="btn btn-buy">In den Warenkorb</button>`,
    {
      title: "Kaffeemühle",
      price: 149,
      original_price: 179,
      currency: "EUR",
      sku: "SW10178",
      in_stock: true,
    },
  ],
  [
    "bigcommerce",
    "en-US",
    `<div class="productView"><h2 class="productView-brand"><a href="https://shop.example/common-good/">Common Good</a></h2><h1 class="productView-title">[Sample] Utility Caddy</h1><div class="productView-price"><div class="price-section price-section--withoutTax rrp-price--withoutTax" style="display: none;">MSRP: <span class="price price--rrp"></span></div><div class="price-section price-section--withoutTax"><span class="price-label"></span><span class="price price--withoutTax">$45.95</span></div></div>
<dl class="productView-info"><dt class="productView-info-name sku-label">SKU:</dt><dd class="productView-info-value">OCG-1</dd><dt class="productView-info-name upc-label">UPC:</dt><dd>4006381333931</dd><dt>Condition:</dt><dd>New</dd><dt>Availability:</dt><dd>Usually ships in 24 hours</dd></dl><input id="form-action-addToCart" class="button button--primary" type="submit" value="Add to Cart"></div>`,
    {
      title: "[Sample] Utility Caddy",
      price: 45.95,
      currency: "USD",
      sku: "OCG-1",
      gtin: "4006381333931",
      in_stock: true,
      brand: "Common Good",
      condition: "New",
    },
  ],
  [
    "salesforce commerce",
    "en-US",
    `<div class="product-detail" data-pid="25518447M"><h1 class="product-name">Sleeveless Top</h1><div class="product-number">Item No. <span class="product-id">25518447M</span></div><div class="prices"><div class="price"><span><span class="sales"><span class="value" content="24.00">$24.00</span></span></span></div></div><ul class="list-unstyled availability-msg"><li><div>In Stock</div></li></ul><button class="add-to-cart btn btn-primary" data-pid="25518447M">Add to Cart</button></div>`,
    { title: "Sleeveless Top", price: 24, currency: "USD", sku: "25518447M", in_stock: true },
  ],
  [
    "vtex brazil",
    "pt-BR",
    `<h1>Cafeteira Prisma</h1><div>de <s>R$ 1.599,90</s></div><div>por <b>R$ 1.299,90</b></div><div>ou 12x de R$ 108,33 sem juros</div><div>R$ 1.234,90 à vista no Pix</div><div>Cód.: 100233</div><button>Adicionar à sacola</button>`,
    {
      title: "Cafeteira Prisma",
      price: 1299.9,
      original_price: 1599.9,
      currency: "BRL",
      sku: "100233",
      in_stock: true,
    },
  ],
  [
    "amazon like",
    "en-US",
    `<a id="bylineInfo" href="/stores/Anker">Visit the Anker Store</a><h1><span id="productTitle">Power Bank 20K</span></h1><div id="corePrice"><span class="a-price"><span class="a-offscreen">$39.99</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">39<span class="a-price-decimal">.</span></span><span class="a-price-fraction">99</span></span></span><span>List Price: <span class="a-price a-text-price"><span class="a-offscreen">$49.99</span><span aria-hidden="true">$49.99</span></span></span></div><div id="availability"><span>In Stock</span></div><div>Ships from Amazon</div><input type="submit" value="Add to Cart">`,
    {
      title: "Power Bank 20K",
      price: 39.99,
      original_price: 49.99,
      currency: "USD",
      in_stock: true,
      brand: "Anker",
    },
  ],
  [
    "trade price table",
    "en",
    `<h1>Steel Bolt M8</h1><table class="tier"><tr><th>Quantity</th><th>Price</th></tr><tr><td>1+</td><td>£0.42</td></tr><tr><td>100+</td><td>£0.35</td></tr><tr><td>500+</td><td>£0.29</td></tr></table><p class="unit-price-main">£0.42 each</p><p>Manufacturer Part No: M8-30-ZP</p><p>Order code: 12-4456</p><p>1,204 in stock for next day delivery</p>`,
    { title: "Steel Bolt M8", price: 0.42, currency: "GBP", sku: "12-4456", mpn: "M8-30-ZP", in_stock: true },
  ],
  [
    "ebay like",
    "en",
    `<h1>Vintage Camera</h1><div class="x-price-primary">US $129.99</div><div>Was: <s>US $159.99</s></div><div>Condition: <span>Used</span></div><div>Shipping: US $12.50</div><div>Sold by: <a href="/usr/x">oldlens</a></div><p>This listing was ended</p>`,
    {
      title: "Vintage Camera",
      price: 129.99,
      original_price: 159.99,
      currency: "USD",
      condition: "Used",
      in_stock: false,
    },
  ],
];
