/** Read-only tokens of a flow: created, listed, rotated, revoked, and checked in a URL. */
import type { Page } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import { type FlowToken, MAX_FLOW_TOKENS } from "../../contract/runs/links.ts";
import type { FlowTokenRecord, FlowTokens, FoundToken } from "../../store/flows/flowTokens.ts";
import { notFound } from "../errors.ts";
import { changeBesideFlow } from "../journal/changeBesideFlow.ts";
import { checkScope, TOUCH_EVERY_MS } from "../keys/authenticate.ts";
import { flowTokenFormat, hashKey } from "../keys/format.ts";
import type { Caller, Deps } from "../ports.ts";
import { limitReached } from "../usage/tallies.ts";

const show = (
  { id, name, masked, createdAt }: FlowTokenRecord,
  { token = masked, lastUsedAt = null }: { token?: string; lastUsedAt?: string | null } = {},
): FlowToken => ({ id, name, token, createdAt, lastUsedAt });

interface Change {
  readonly action: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly tokens: readonly FlowTokenRecord[];
}

/** Changes a flow's tokens. */
const changeTokens = (
  deps: Deps,
  caller: Caller,
  flowId: string,
  decide: (before: FlowTokens) => Change,
): Promise<void> => {
  const { flowTokens } = deps.store;
  return changeBesideFlow(deps, caller, flowId, {
    what: "tokens",
    read: () => flowTokens.get(caller.accountId, flowId),
    decide: (_flow, before) => {
      const { tokens, ...noted } = decide(before);
      return { ...noted, writes: flowTokens.change(before, tokens) };
    },
  });
};

const newToken = ({ now }: Deps, id: string, name: string) => {
  const token = flowTokenFormat.make();
  const createdAt = new Date(now()).toISOString();
  const record = { id, name, hash: hashKey(token), masked: flowTokenFormat.mask(token), createdAt };
  return { token, record };
};

/** @throws DomainError `limit-reached`; `missing-scope` if the caller may not read what the token gives access to */
export const createFlowToken = async (
  deps: Deps,
  caller: Caller,
  flowId: string,
  name: string,
): Promise<FlowToken> => {
  for (const scope of ["flows:read", "runs:read"] as const) checkScope(caller, scope);
  const { token, record } = newToken(deps, deps.newId("token"), name);
  await changeTokens(deps, caller, flowId, ({ tokens }) => {
    if (tokens.length >= MAX_FLOW_TOKENS)
      throw limitReached(MAX_FLOW_TOKENS, "tokens of this flow", "revoke one first");
    return {
      action: "flow.token-created",
      metadata: { tokenId: record.id, name },
      tokens: [record, ...tokens],
    };
  });
  return show(record, { token });
};

export const listFlowTokens = async (
  { store }: Deps,
  { accountId }: Caller,
  flowId: string,
): Promise<Page<FlowToken>> => {
  const [flow, { tokens }] = await Promise.all([
    store.flows.get(accountId, flowId),
    store.flowTokens.get(accountId, flowId),
  ]);
  if (!flow) throw notFound("flow", flowId);
  const found = await Promise.all(tokens.map(({ hash }) => store.flowTokens.findByHash(hash)));
  const items = tokens.map((record, index) => show(record, { lastUsedAt: found[index]?.lastUsedAt ?? null }));
  return { items, total: items.length };
};

const tokenNamed = ({ tokens }: FlowTokens, id: string): FlowTokenRecord => {
  const token = tokens.find((each) => each.id === id);
  if (!token) throw notFound("token", id);
  return token;
};

interface TokenPath {
  readonly id: string;
  readonly tokenId: string;
}

/** Replaces a token, keeping its id and name. The old token stops working at once. */
export const rotateFlowToken = async (
  deps: Deps,
  caller: Caller,
  { id, tokenId }: TokenPath,
): Promise<FlowToken> => {
  for (const scope of ["flows:read", "runs:read"] as const) checkScope(caller, scope);
  let fresh = newToken(deps, tokenId, "");
  await changeTokens(deps, caller, id, (before) => {
    const { name } = tokenNamed(before, tokenId);
    fresh = newToken(deps, tokenId, name);
    return {
      action: "flow.token-rotated",
      metadata: { tokenId, name },
      tokens: before.tokens.map((each) => (each.id === tokenId ? fresh.record : each)),
    };
  });
  return show(fresh.record, { token: fresh.token });
};

export const revokeFlowToken = async (deps: Deps, caller: Caller, { id, tokenId }: TokenPath) => {
  let name = "";
  await changeTokens(deps, caller, id, (before) => {
    ({ name } = tokenNamed(before, tokenId));
    return {
      action: "flow.token-revoked",
      metadata: { tokenId, name },
      tokens: before.tokens.filter((each) => each.id !== tokenId),
    };
  });
  return { id: tokenId, name, revokedAt: new Date(deps.now()).toISOString() };
};

/** One error for everything that can be wrong with a token, so that it reveals neither flows nor tokens. */
export const unknownToken = () =>
  new DomainError("unauthenticated", "The token in the address is not valid for it.");

/**
 * Finds the account of a token, which must belong to this flow.
 *
 * @throws DomainError `unauthenticated`
 */
export const findFlowToken = async (
  { store }: Deps,
  presented: string,
  flowId: string | undefined,
): Promise<FoundToken> => {
  if (!flowTokenFormat.isWellFormed(presented)) throw unknownToken();
  const found = await store.flowTokens.findByHash(hashKey(presented));
  if (found?.flowId !== flowId || !found) throw unknownToken();
  return found;
};

/** Records when the token was used. If that fails, the request still succeeds. */
export const touchFlowToken = async ({ store, now, log }: Deps, token: FoundToken): Promise<void> => {
  if (token.lastUsedAt && now() - Date.parse(token.lastUsedAt) < TOUCH_EVERY_MS) return;
  try {
    await store.flowTokens.touch(token.hash, new Date(now()).toISOString());
  } catch (error) {
    log.warn("the last use of a token was not recorded", { tokenId: token.tokenId, error });
  }
};
