/** Signs requests to sites, if the deployment has a public address for the directory of its keys. */
import type { Keys } from "../../../adapters/keyring.ts";
import { openServiceSecret } from "../../../adapters/serviceSecret.ts";
import { signingKeysOf, signRequest, writeDirectory } from "../../../adapters/webBotAuth.ts";
import type { WithIdentity } from "../../../domain/identity/directory.ts";
import type { SignRequest } from "../../../engine/egress/index.ts";
import { readEnv, required } from "../../env.ts";

const PURPOSE = "web-bot-auth";

/** Making keys takes a few milliseconds, so they are made once for each set of versions. */
const createKeyReader = () => {
  const secret = openServiceSecret(required("SIGNING_SECRET_ARN"));
  let known: { readonly of: string; readonly keys: ReturnType<typeof signingKeysOf> } | undefined;
  const nameOf = ({ current, all }: Keys) => `${current.version}/${all.map(({ version }) => version)}`;
  return async () => {
    const versions = await secret.keysFor(PURPOSE);
    const of = nameOf(versions);
    if (known?.of !== of) known = { of, keys: signingKeysOf(versions) };
    return known.keys;
  };
};

let readKeys: ReturnType<typeof createKeyReader> | undefined;
const keys = () => {
  readKeys ??= createKeyReader();
  return readKeys();
};

/** Undefined: this deployment signs nothing. */
export const requestSigner = (): SignRequest | undefined => {
  const { SIGNATURE_AGENT: agent } = readEnv();
  return agent === undefined
    ? undefined
    : async (url) => signRequest((await keys()).current, agent, url, Date.now());
};

export const withIdentity = (): WithIdentity => {
  const { SIGNATURE_AGENT: agent } = readEnv();
  return {
    readDirectory:
      agent === undefined ? null : async (nowMs) => writeDirectory((await keys()).all, agent, nowMs),
  };
};
