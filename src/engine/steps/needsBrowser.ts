/** The collection can go on in a browser only. `message` says why, for the run's log. */
export class NeedsBrowser extends Error {
  override readonly name = "NeedsBrowser";
}
