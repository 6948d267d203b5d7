/** Security and cache headers of the dashboard, locally and on the CDN. */

/** Path of the dashboard. */
export const DASHBOARD_PATH = "/dashboard";

/** Path of the API at the dashboard's origin, where people's sessions work. */
export const SESSION_API_PATH = "/api";

interface Sources {
  /** Further origins that the page may connect to. */
  readonly connect: readonly string[];
  /** Further origins whose images the page may show. */
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

/** The page may only run its own files and connect to the API. */
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
