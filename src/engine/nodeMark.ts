/** The attribute by which an element of an inspected page is known, in the page that is kept of it. */
export const NODE_MARK = "data-gleaner-node";
