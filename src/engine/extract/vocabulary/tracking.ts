/**
 * Parameters that identify where a visitor came from, not the page: those that Firefox strips from links (its query
 * stripping list, firefox-source-docs.mozilla.org, "Query Parameter Stripping"), those that Brave strips on all sites
 * and that identify a click, a message or a recipient (brave-core, components/query_filter/utils.cc, 2025), and the
 * campaign and click parameters of Google Analytics and Google Ads (`utm_…`, `gbraid`).
 */
const NAMES: ReadonlySet<string> = new Set(
  [
    ["mc_eid", "oly_anon_id", "oly_enc_id", "__s", "vero_id", "_hsenc", "mkt_tok", "fbclid"],
    ["__hsfp", "__hssc", "__hstc", "hsctatracking", "_bhlid", "_branch_match_id", "_branch_referrer", "_gl"],
    ["_kx", "_openstat", "at_recipient_id", "at_recipient_list", "bbeml", "bsft_clkid", "bsft_uid", "dclid"],
    ["et_rid", "fb_action_ids", "gclid", "guce_referrer", "guce_referrer_sig", "irclickid", "ml_subscriber"],
    ["ml_subscriber_hash", "msclkid", "mtm_cid", "pk_cid", "rb_clickid", "srsltid", "ss_email_id", "twclid"],
    ["unicorn_click_id", "vero_conv", "vgo_ee", "wbraid", "wickedid", "yclid", "ymclid", "ysclid"],
    ["gbraid"],
  ].flat(),
);

export const isTracking = (name: string): boolean => NAMES.has(name.toLowerCase()) || /^utm_\w+$/i.test(name);
