/** Default address of `npm run demo-site`. */
export const DEMO_SITE_HOST = "127.0.0.1:4600";
