/** Where `npm run demo-site` opens the shop unless told otherwise. */
export const DEMO_SITE_HOST = "127.0.0.1:4600";
