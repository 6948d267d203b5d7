/**
 * The sealed values of an account and their contexts. They open only with one service's secret, so they are sealed
 * again to move.
 */
import type { Seals } from "../../src/adapters/seal.ts";
import { boundTo as boundToRun, SEGMENT_ENDING, segmentBoundTo } from "../../src/domain/checkpoints.ts";
import { boundTo as boundToDestination } from "../../src/domain/destinations/target.ts";
import { folderOf } from "../../src/domain/files/folders.ts";
import { boundTo as boundToFlow } from "../../src/domain/flows/secrets.ts";
import { boundTo as boundToSession } from "../../src/domain/sessions/record.ts";
import { boundTo as boundToSso } from "../../src/domain/sso/settings.ts";
import { boundTo as boundToWebhook } from "../../src/domain/webhooks/secrets.ts";
import { accountPartition } from "../../src/store/partitions.ts";
import type { Item } from "../../src/store/table.ts";

export interface StoredObject {
  readonly key: string;
  readonly contentType: string;
  readonly contentDisposition?: string | undefined;
  readonly body: Buffer;
}

type Owner = Parameters<Seals["seal"]>[1];

interface SealedSecret {
  readonly name?: string;
  readonly sealed: string;
}

const reseal = async (sealed: string, owner: Owner, from: Seals, to: Seals): Promise<string> =>
  to.seal(await from.open(sealed, owner), owner);

/** The context of an item's secrets; undefined if it has none. */
const ownerIn = ({ pk, sk, accountId }: Item): ((secret: SealedSecret) => Owner) | undefined => {
  const account = String(accountId);
  if (pk === accountPartition("FLOWSECRETS", account))
    return ({ name = "" }) => boundToFlow(account, sk, name);
  if (pk === accountPartition("WEBHOOKS", account))
    return () => boundToWebhook({ accountId: account, id: sk });
  if (pk === accountPartition("DESTINATIONS", account))
    return () => boundToDestination({ accountId: account, id: sk });
  if (pk === accountPartition("SSO", account)) return () => boundToSso(account);
  return undefined;
};

/** @throws Error if a secret cannot be opened */
export const resealItem = async (item: Item, from: Seals, to: Seals): Promise<Item> => {
  const session = item.session as SealedSecret | null | undefined;
  if (session && item.pk === accountPartition("FLOWSESSIONS", String(item.accountId))) {
    const owner = boundToSession({ accountId: String(item.accountId), flowId: item.sk });
    return { ...item, session: { ...session, sealed: await reseal(session.sealed, owner, from, to) } };
  }
  const ownerOf = ownerIn(item);
  if (!ownerOf || !Array.isArray(item.secrets)) return item;
  const secrets = (item.secrets as SealedSecret[]).map(async (secret) => ({
    ...secret,
    sealed: await reseal(secret.sealed, ownerOf(secret), from, to),
  }));
  return { ...item, secrets: await Promise.all(secrets) };
};

/** @throws Error if a checkpoint cannot be opened */
export const resealObject = async (
  object: StoredObject,
  accountId: string,
  from: Seals,
  to: Seals,
): Promise<StoredObject> => {
  const folder = folderOf("tmp/checkpoints", accountId);
  if (!object.key.startsWith(folder)) return object;
  const [id = ""] = object.key.slice(folder.length).split("/");
  if (object.key.endsWith(SEGMENT_ENDING)) {
    const owner = segmentBoundTo({ id, accountId });
    return { ...object, body: await to.sealBytes(await from.openBytes(object.body, owner), owner) };
  }
  const sealed = await reseal(object.body.toString(), boundToRun({ id, accountId }), from, to);
  return { ...object, body: Buffer.from(sealed) };
};
