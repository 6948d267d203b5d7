import type { IdentityProvider } from "../../adapters/identityProvider.ts";
import { DomainError } from "../../contract/errors.ts";
import type { WithIdentityProvider } from "../../domain/sso/ports.ts";
import { readEnv } from "../env.ts";
import { baseDeps } from "./base.ts";
import { readDenied } from "./network/denied.ts";
import { operatorRoute } from "./network/route.ts";

/** Its library and the egress are loaded by the first request that gets as far. */
const load = async (): Promise<IdentityProvider> => {
  const [{ createIdentityProvider }, { createEgress, TargetError }, { isOpened }, { fetchThrough }] =
    await Promise.all([
      import("../../adapters/identityProvider.ts"),
      import("../../engine/egress/index.ts"),
      import("../../engine/egress/target.ts"),
      import("./network/fetchThrough.ts"),
    ]);
  const { ALLOW_PRIVATE_TARGETS: allowPrivate } = readEnv();
  const egress = createEgress({ allowPrivate, denied: readDenied, readRoute: operatorRoute });
  return createIdentityProvider({
    fetch: fetchThrough(egress),
    mayBePlain: (url) => url.protocol === "http:" && isOpened(url, allowPrivate),
    isTargetError: (error) => error instanceof TargetError || error instanceof DomainError,
    warn: (message, about) => baseDeps().log.warn(message, about),
  });
};

let loaded: Promise<IdentityProvider> | undefined;

const provider = (): Promise<IdentityProvider> => {
  loaded ??= load();
  return loaded;
};

export const withIdentityProvider = (): WithIdentityProvider => ({
  identityProvider: {
    check: async (...about) => (await provider()).check(...about),
    begin: async (...about) => (await provider()).begin(...about),
    finish: async (...about) => (await provider()).finish(...about),
  },
});
