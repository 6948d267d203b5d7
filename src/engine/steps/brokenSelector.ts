/** The page was read, but has nothing that the selector matches. */
export class BrokenSelector extends Error {
  override readonly name = "BrokenSelector";
}
