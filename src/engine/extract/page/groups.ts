/** What authors call the parts of a page. Policy as data: words of classes, ids and roles. */
import type { Element } from "domhandler";
import { remembered } from "../vocabulary/remember.ts";

const WORDS = {
  navigation:
    "nav navbar navigation menu menus submenu breadcrumb breadcrumbs crumbs crumb pagination pager paging toc tabs tablist tab megamenu skip subnav mainnav",
  footer: "footer foot colophon copyright legal bottom imprint credits contentinfo",
  header: "header masthead topbar top banner logo branding hero announcement",
  side: "sidebar side aside widget widgets rail secondary complementary sidenav leftcol rightcol",
  advert:
    "ad ads advert adverts advertisement advertising sponsor sponsored promo promos promotion promotions banner cta adsense dfp taboola outbrain",
  signup:
    "privy optinmonster subscribeform newsletter subscribe subscription signup optin mailing mailchimp klaviyo waitlist",
  social:
    "instagram tiktok youtube sharethis sharedaddy share sharing social follow facebook twitter pinterest whatsapp linkedin socials addtoany",
  related:
    "nosto rebuy alternatives sellers bestsellers mostread related recommended recommendation recommendations similar upsell upsells crosssell recently trending popular readmore suggested suggestions latest youmaylike also alsoread carousel slider recent",
  comments:
    "disqus livefyre replies responses commentform comment comments respond reply replies disqus discussion commentlist response",
  overlay:
    "backdrop interstitial paywall cookiebot didomi usercentrics truste iubenda klaro osano cookie cookies consent gdpr modal popup overlay dialog drawer offcanvas lightbox tooltip toast snackbar alert notice flyout cmp onetrust",
  shop: "cart minicart basket checkout wishlist compare quantity qty variant variants swatch swatches addtocart buy purchase",
  tools:
    "search login account filter filters facet facets sort sorting toolbar toolbox actions action buttons button btn controls form select dropdown toggle language currency icon",
  meta: "author byline date meta tags tag category categories time published posted info bio timestamp details avatar badge badges stats score votes vote",
  reviews:
    "yotpo bazaarvoice trustpilot loox judgeme jdgm stamped okendo powerreviews turnto feefo reviewsio ugc review reviews rating ratings testimonial testimonials stars star feedback",
  hidden:
    "hidden hide sr screen visually visuallyhidden offscreen invisible srOnly accessibility collapsed print noscript loading placeholder skeleton",
  content:
    "content article post entry body main text story prose markdown richtext rte copy page single maincontent articlebody entrycontent wysiwyg paragraph",
  product:
    "product products item items pdp description desc details detail accordion specification specifications specs features ingredients summary",
  list: "list grid listing results result collection card cards row tile tiles catalog teaser feed archive",
  thread: "thread topic message messages posts question answer answers postbody cooked",
  heading: "title headline heading subtitle name",
  price: "price prices amount money sale discount",
  media: "image images img gallery video media photo photos caption figure thumbnail thumb picture slideshow",
} as const;

export type Group = keyof typeof WORDS;
export const GROUPS = Object.keys(WORDS) as Group[];

const BITS: ReadonlyMap<string, number> = (() => {
  const bits = new Map<string, number>();
  GROUPS.forEach((group, index) => {
    for (const word of WORDS[group].split(" ")) bits.set(word, (bits.get(word) ?? 0) | (1 << index));
  });
  return bits;
})();

const MAX_KNOWN = 20_000;

// Nearly all names are ASCII, for which classes of Unicode take several times as long.
const isAscii = (name: string): boolean => !/\P{ASCII}/u.test(name);
const wordsOf = (name: string): string[] =>
  isAscii(name)
    ? name
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .split(/[^a-z]+/)
    : name
        .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
        .toLowerCase()
        .split(/[^\p{L}]+/u);

const bitsOfName = remembered(
  (name: string): number => wordsOf(name).reduce((bits, word) => bits | (BITS.get(word) ?? 0), 0),
  MAX_KNOWN,
);

/** Bit set of the groups that an element's class, id and role put it into; bits in the order of `GROUPS`. */
export const groupsOf = ({ attribs }: Element): number => {
  let bits = 0;
  if (attribs.class) bits |= bitsOfName(attribs.class);
  if (attribs.id) bits |= bitsOfName(attribs.id);
  if (attribs.role) bits |= bitsOfName(attribs.role);
  return bits;
};

export const bitOf = (group: Group): number => 1 << GROUPS.indexOf(group);
