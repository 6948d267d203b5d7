const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Host names and addresses that have no certificates. */
const IS_LOCAL = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?:[:/]|$)/i;

/** `shop.example/books` → `https://shop.example/books`, as browsers do. */
export const completeUrl = (text: string): string => {
  const typed = text.trim();
  if (typed === "" || HAS_SCHEME.test(typed)) return typed;
  return `${IS_LOCAL.test(typed) ? "http" : "https"}://${typed}`;
};
