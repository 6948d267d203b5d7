/** Said of a page on which one signs in, where a site has led to it from the one that was asked for. */
export const tellSignIn = (url: string): string =>
  `The site led to ${url}, which asks for a sign-in. What was read is that page. To read what is behind it, let a flow sign in ` +
  "(in the dashboard: New flow, Point at the page).";
