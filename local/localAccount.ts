import * as z from "zod";
import { StartFailure } from "./failure.ts";
import type { Invoker } from "./functions/invoker.ts";
import type { Secrets } from "./state/secrets.ts";

/** One machine serves one team, which gets the largest plan. */
const OWNER = { email: "owner@gleaner.localhost", name: "Local owner", plan: "scale" };

const CreatedAccount = z.object({ apiKey: z.string() });

interface LocalAccount {
  readonly apiKey: string;
  /** Whether the account was just created. */
  readonly isNew: boolean;
}

/**
 * Returns the local account's key; creates the account if the table is new. The service stores only a hash of
 * the key. The copy is kept beside the service secret: anyone who can read that secret could forge more than
 * this key allows.
 */
export const openLocalAccount = async (
  invoke: Invoker["invoke"],
  secrets: Secrets,
  isTableNew: boolean,
): Promise<LocalAccount> => {
  if (secrets.apiKey !== undefined && !isTableNew) return { apiKey: secrets.apiKey, isNew: false };
  const result = await invoke("createAccount", OWNER);
  if (!result?.ok) {
    const reason = result?.error.errorMessage ?? "the stack has no function createAccount";
    throw new StartFailure(`The local account could not be created: ${reason}.`);
  }
  const { apiKey } = CreatedAccount.parse(JSON.parse(result.payload));
  secrets.keepApiKey(apiKey);
  return { apiKey, isNew: true };
};
