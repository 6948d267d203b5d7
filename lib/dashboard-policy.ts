/** Security and cache headers of the dashboard, wherever it is served from. */

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

/** Only its own files run, and it connects only to the API. */
export const contentSecurityPolicy = ({ connect, images }: Sources): string =>
  Object.entries({
    ...DIRECTIVES,
    "connect-src": ["'self'", ...connect].join(" "),
    "img-src": ["'self'", "data:", ...images].join(" "),
  })
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

/** Browser features that the dashboard does not use. */
export const PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/** Asset names contain a hash of their content, so they can be cached; the page itself is revalidated each time. */
export const CACHE_CONTROL = {
  assets: "public, max-age=31536000, immutable",
  page: "no-cache",
} as const;
