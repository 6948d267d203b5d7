import type { PlanName } from "../../contract/plans.ts";
import { SCOPES } from "../../contract/scopes.ts";
import { makeKey, newKeyRecord } from "../keys/apiKeys.ts";
import { nextDigestMs } from "../mail/digest.ts";
import { lineOf, newMail, subjectOf } from "../mail/newMail.ts";
import type { Deps } from "../ports.ts";

interface NewAccount {
  readonly email: string;
  readonly name?: string | undefined;
  readonly plan: PlanName;
}

/**
 * Creates an account with an owner and a first key, which has every scope and is returned only here. The next tick
 * sends the welcome email.
 */
export const createAccount = async (deps: Deps, { email, name, plan }: NewAccount) => {
  const { store, now, newId } = deps;
  const accountId = newId("account");
  const userId = newId("user");
  const createdAt = new Date(now()).toISOString();
  const apiKey = makeKey();
  const owner = { accountId, userId };
  const welcome = newMail(
    deps,
    { id: newId("message"), accountId, to: email },
    {
      template: "welcome",
      subject: subjectOf("your account is ready"),
      data: name === undefined ? {} : { name: lineOf(name) },
    },
  );
  await store.commit(
    store.accounts.insert({
      id: accountId,
      name: name ?? email,
      email,
      ownerId: userId,
      plan,
      keyWriters: 1,
      createdAt,
    }),
    store.slots.open(accountId),
    store.mails.insert(welcome, now()),
    store.digests.begin(accountId, nextDigestMs(accountId, now())),
    store.apiKeys.insert(newKeyRecord(deps, owner, apiKey, { name: "First key", scopes: SCOPES })),
  );
  return { accountId, userId, apiKey };
};
