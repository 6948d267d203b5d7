import { extractSteps, type RealCase } from "./pageCase.ts";

/** Pages of shops that list products. Values were read in the pages' HTML. */
export const REAL_COLLECTIONS: readonly RealCase[] = [
  {
    id: "4139",
    what: "20 chess sets with special and old prices, told apart by what is around them",
    flow: {
      path: "/chess-pieces/economy-tournament-chess-pieces.html",
      steps: extractSteps("li.product-item", [
        "title: .product-item-link",
        "url: .product-item-link@href",
        "price: .special-price .price",
        "was: .old-price .price",
      ]),
      outputSchema: { title: "string", url: "url", price: "number", was: "number" },
    },
    count: 20,
    items: () => ({
      0: {
        title:
          'The Honour of Staunton (HOS) Series Weighted Chess Pieces in Bud Rosewood & Box Wood - 4.0" King',
        url: "https://www.chessbazaar.com/the-honour-of-staunton-hos-series-weighted-chess-pieces-in-bud-rosewood-box-wood-4-0-king.html",
        price: 173,
        was: 349.99,
      },
      [-1]: {
        title:
          "The 1973 Philippines Repro International Tournament Chess Pieces in 4.2 Inch King Ebonized & Distressed Antique",
        url: "https://www.chessbazaar.com/the-1973-philippines-repro-international-tournament-chess-pieces-in-4-2-inch-king-ebonized-distressed-antique.html",
        price: 173,
        was: 299.99,
      },
    }),
    columns: {
      price: [
        ...[173, 151, 132, 142, 204, 229, 143.99, 225, 134, 134],
        ...[204, 204, 204, 142, 142, 119, 377.99, 119, 217, 173],
      ],
      was: [
        ...[349.99, 269.99, 229.99, 249.99, 389.99, 434.99, 159.99, 449.99, 239.99, 239.99],
        ...[419.99, 399.99, 399.99, 269.99, 269.99, 209.99, 419.99, 209.99, 449.99, 299.99],
      ],
    },
  },
  {
    id: "4510",
    what: "24 gadgets priced in euros with a decimal comma, stock told by a class",
    flow: {
      path: "/category/advertising-assortment/electronic-advertising-gadgets/",
      steps: extractSteps("li.product", [
        "sku: .prod-sku",
        "name: h3",
        "price: .prod-price bdi",
        "stock: @class | regex(/\\b(?:in|outof)stock\\b/)",
        "url: a.prod-link@href",
      ]),
      outputSchema: { sku: "string", name: "string", price: "number", stock: "string", url: "url" },
    },
    count: 24,
    items: () => ({
      0: {
        sku: "45101_",
        name: "Power bank TIEN 10 000 mAh",
        price: 28.33,
        stock: "outofstock",
        url: "https://lanyardsgroup.com/produkt/power-bank-tien-10-000-mah/",
      },
      [-1]: {
        sku: "09171",
        name: "Wireless headphones WIDO",
        price: 14.88,
        stock: "instock",
        url: "https://lanyardsgroup.com/produkt/wireless-headphones-wido/",
      },
    }),
    columns: {
      sku: [
        ...["45101_", "09152", "09153", "09154", "09155", "45125", "09156", "09157", "45126", "45127"],
        ...["45128", "09159", "09161", "09163", "09167", "09164", "45129", "44094", "44095", "44096"],
        ...["45130", "09168", "45131", "09171"],
      ],
      price: [
        ...[28.33, 19.02, 16.43, 13.1, 10.69, 45, 5.45, 16.43, 32.14, 30.36, 27.38, 9.52],
        ...[22.62, 7.12, 16.66, 7.6, 22.62, 3.87, 3.55, 4.65, 28.33, 15.48, 28.1, 14.88],
      ],
      stock: Array.from({ length: 24 }, (_, index) =>
        [0, 5, 10, 16, 22].includes(index) ? "outofstock" : "instock",
      ),
    },
  },
  {
    id: "4280",
    what: "30 dash cams priced in leva: price ranges kept as text, no old price where there is none",
    flow: {
      path: "/4k-dashcams/",
      steps: extractSteps("li.product", [
        "brand: .card-text-brand-name",
        "title: h4.card-title a",
        "price: .price--withoutTax",
        "rrp: .price--rrp",
        "tag: .tag",
      ]),
      outputSchema: { brand: "string", title: "string", price: "string", rrp: "number", tag: "string" },
    },
    count: 30,
    items: () => ({
      0: {
        brand: "Thinkware",
        title: "Thinkware U3000 PRO 1CH | 4K Ultra-HD Dash Cam With Built-In Parking Radar",
        price: "лв1035,73",
        rrp: 1097.87,
        tag: "New",
      },
      1: {
        brand: "Thinkware",
        title: "Thinkware U3000 4K UHD Dashcam With Built-In Parking Radar",
        price: "лв890,72",
        rrp: 932.15,
        tag: null,
      },
      18: {
        brand: "BlackVue",
        title: "BlackVue DR970X-2CH-PLUS II Ultimate Dash Cam Bundle",
        price: "лв1864,27 - лв2123,20",
        rrp: null,
        tag: "Bundle",
      },
      [-1]: {
        brand: "Viofo",
        title: "VIOFO A119 M PRO | Extra Small 4K Dash Cam w/ GPS & WiFi",
        price: "лв372,85",
        rrp: 414.28,
        tag: "New",
      },
    }),
    columns: {
      rrp: [
        ...[1097.87, 932.15, 1222.16, null, 1305.02, 725, null, 787.15, 352.13, 932.15],
        ...[null, null, null, null, null, 1242.88, null, 621.43, null, 932.15],
        ...[828.58, 787.15, 890.72, 1035.73, 1056.44, 807.86, 911.44, 807.86, 911.44, 414.28],
      ],
    },
  },
  {
    id: "4468",
    what: "48 office chairs out of a page with broken attributes and products outside its list",
    flow: {
      path: "/seating/mesh-style-chairs/",
      steps: extractSteps("li.product", [
        "title: .card-title a",
        "brand: .brand-name",
        "price: .price--withoutTax",
        "rrp: .price--rrp",
      ]),
      outputSchema: { title: "string", brand: "string", price: "number", rrp: "number" },
    },
    count: 48,
    items: () => ({
      0: { title: "SitOnIt Wit High Back WFH Mesh Task Chair", brand: "SitOnIt", price: 403, rrp: 655 },
      23: { title: "AMQ Tizu Work", brand: "AMQ", price: 445, rrp: 782.34 },
      46: {
        title: "Branch Furniture Ergonomic Chair Pro",
        brand: "Branch Furniture",
        price: 499,
        rrp: null,
      },
      [-1]: {
        title: "Office Chairs USA Mesh Back Task with Faux Leather Seat",
        brand: "Office Chairs USA",
        price: 359,
        rrp: 450,
      },
    }),
    columns: {
      price: [
        ...[403, 434, 249, 359, 378, 595, 327, 378, 249, 1095, 479, 353, 849, 503, 775, 395],
        ...[397, 279, 434, 438, 259, 699, 829, 445, 482, 239, 461, 464, 279, 581, 359, 377.71],
        ...[755, 693, 1936, 329, 581, 479, 299, 775, 498, 509, 289, 528, 377, 669, 499, 359],
      ],
    },
  },
  {
    id: "4544",
    what: "16 pieces of outdoor gear with lists of categories and prices in del and ins",
    flow: {
      path: "/product-category/outdoor-gear/",
      steps: extractSteps("li.product", [
        "title: h3 a",
        "url: h3 a@href",
        "price: .price ins bdi",
        "was: .price del bdi",
        "categories[]: .posted-in a",
      ]),
      outputSchema: {
        title: "string",
        url: "url",
        price: "number",
        was: "number",
        categories: "string[]",
      },
    },
    count: 16,
    items: () => ({
      0: {
        title: "4WD Gear Bag-Large",
        url: "https://thebushcompanyusa.com/product/4wd-gear-bag-large/",
        price: 21,
        was: 30,
        categories: ["MSA Travel Gear", "On Sale", "Outdoor Gear"],
      },
      [-1]: {
        title: "Heavy Duty Air Jack",
        url: "https://thebushcompanyusa.com/product/heavy-duty-air-jack/",
        price: 192.5,
        was: 275,
        categories: ["On Sale", "Outdoor Gear", "Recovery Gear"],
      },
    }),
    columns: {
      title: [
        "4WD Gear Bag-Large",
        "4WD Gear Bag-Small",
        "Bush Cook Cutlery Roll",
        "Camping Dining Set 6 Place",
        "Canopy Shelf Utility Bag – Smart Storage",
        "Cargo Barrier Organizer",
        "Clear Top Divizers-2 Pack",
        "Clear Top Divizers-3 Pack",
        "Clear Top Divizers-4 Pack",
        "Compact Wash Bag",
        "Dash Organiser",
        "Deluxe Camping Dining Set",
        "Deluxe Toiletry Travel Bag",
        "Drop Slide Clip-On Table With Cutlery Roll",
        "Fridge Tie Down Kit",
        "Heavy Duty Air Jack",
      ],
      price: [21, 19.6, 48.3, 164.5, 70, 69.3, 31.5, 34.3, 38.5, 40.6, 51.1, 164.5, 77, 108.5, 17.5, 192.5],
      was: [30, 28, 69, 235, 100, 99, 45, 49, 55, 58, 73, 235, 110, 155, 25, 275],
    },
  },
];
