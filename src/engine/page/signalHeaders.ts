/** Headers of a response that say what its page may be used for. They are stored with the page. */
const NAMES = ["content-signal", "x-robots-tag", "tdm-reservation", "tdm-policy", "link"] as const;
const MAX_CHARS = 4_000;

/** By lower-case name; absent if there are none. */
export type SignalHeaders = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

export const signalHeadersOf = (headers: Readonly<Record<string, string>>): SignalHeaders | undefined => {
  const said = NAMES.flatMap((name) => {
    const value = headers[name];
    // Of all links, only those to licences matter.
    const isSaid = value !== undefined && value !== "" && (name !== "link" || /\blicense\b/i.test(value));
    return isSaid ? [[name, value.slice(0, MAX_CHARS)]] : [];
  });
  return said.length > 0 ? (Object.fromEntries(said) as SignalHeaders) : undefined;
};
