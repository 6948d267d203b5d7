import type { IdentityProvider } from "../../adapters/identityProvider.ts";

export interface WithIdentityProvider {
  readonly identityProvider: IdentityProvider;
}
