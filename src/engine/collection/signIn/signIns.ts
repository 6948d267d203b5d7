/** What a run does about a sign-in that it shares with the flow's other runs. */

export type SignInTurn =
  /** This run signs in. `login`: the number of the sign-in */
  | { readonly kind: "mine"; readonly login: number }
  /** Another run has signed in: its session. */
  | { readonly kind: "shared"; readonly session: unknown }
  /** Another run is signing in. Ask again after this time. */
  | { readonly kind: "wait"; readonly ms: number }
  /** Too many sign-ins have failed in a row. */
  | { readonly kind: "stopped"; readonly failures: number }
  /** The flow was changed or deleted: this run signs in for itself alone. */
  | { readonly kind: "alone" };

export interface SignIns {
  /**
   * Call where the site says that nobody is signed in.
   *
   * @param session the session that was in use
   */
  begin(session: unknown): Promise<SignInTurn>;
  /** Call once this run has signed in, with its session. */
  succeed(session: unknown): Promise<void>;
  /**
   * Call if the sign-in failed.
   *
   * @param hasActed whether a step has acted on the page, so that it may count as a failed sign-in there
   * @returns how many more are tried
   */
  fail(hasActed: boolean): Promise<number>;
}
