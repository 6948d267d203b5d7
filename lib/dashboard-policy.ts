/** How browsers are told to treat the dashboard, wherever it is served from. */

/** Where the dashboard is, at its origin. */
export const DASHBOARD_PATH = "/dashboard";

interface Sources {
  /** Origins, beside its own, that the page may speak to. */
  readonly connect: readonly string[];
  /** Origins, beside its own, whose pictures it may show. */
  readonly images: readonly string[];
}

const DIRECTIVES: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "font-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
};

/** Nothing but files of its own runs; it speaks to the API alone. */
export const contentSecurityPolicy = ({ connect, images }: Sources): string =>
  Object.entries({
    ...DIRECTIVES,
    "connect-src": ["'self'", ...connect].join(" "),
    "img-src": ["'self'", "data:", ...images].join(" "),
  })
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

/** Features of browsers that the dashboard does without. */
export const PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/** Names of assets hold a hash of their content; the page itself is looked at again each time. */
export const CACHE_CONTROL = {
  assets: "public, max-age=31536000, immutable",
  page: "no-cache",
} as const;
