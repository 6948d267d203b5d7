import type { PlanName } from "../../contract/account/plans.ts";
import { SCOPES } from "../../contract/account/scopes.ts";
import { ConditionFailed } from "../../store/table.ts";
import { makeKey, newKeyRecord } from "../keys/apiKeys.ts";
import { nextDigestMs } from "../mail/digest.ts";
import { lineOf, newMail, subjectOf } from "../mail/newMail.ts";
import type { Deps } from "../ports.ts";

interface NewAccount {
  readonly email: string;
  readonly name?: string | undefined;
  readonly plan: PlanName;
}

const create = async (deps: Deps, { email, name, plan }: NewAccount) => {
  const { store, now, newId } = deps;
  const accountId = newId("account");
  const known = await store.people.findByEmail(email.toLowerCase());
  const userId = known?.id ?? newId("user");
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
  const person = { id: userId, email: email.toLowerCase(), createdAt };
  const member = {
    accountId,
    personId: userId,
    email: person.email,
    role: "owner",
    joinedAt: createdAt,
    removedAt: null,
  } as const;
  await store.commit(
    known ? [] : store.people.insert(person),
    store.people.join(member),
    store.accounts.insert({
      id: accountId,
      name: name ?? email,
      email,
      ownerId: userId,
      plan,
      keyWriters: 1,
      owners: 1,
      createdAt,
    }),
    store.slots.open(accountId),
    store.mails.insert(welcome, now()),
    store.digests.begin(accountId, nextDigestMs(accountId, now())),
    store.apiKeys.insert(newKeyRecord(deps, owner, apiKey, { name: "First key", scopes: SCOPES })),
  );
  return { accountId, userId, apiKey };
};

/** Accounts of one owner that are created at once: all but one find the person that the first has made. */
const ATTEMPTS = 5;

/**
 * Creates an account with an owner, who can sign in with the email address, and a first key, which has every scope and is
 * returned only here. The next tick sends the welcome email.
 */
export const createAccount = async (deps: Deps, account: NewAccount) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create(deps, account);
    } catch (error) {
      if (!(error instanceof ConditionFailed) || attempt === ATTEMPTS) throw error;
    }
  }
};
