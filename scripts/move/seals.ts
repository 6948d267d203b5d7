/** What is sealed in an account, and for what: it opens under one service's secret alone, and is sealed again to move. */
import type { Seals } from "../../src/adapters/seal.ts";
import { folderOf } from "../../src/domain/files/folders.ts";
import { boundTo as boundToFlow } from "../../src/domain/flows/secrets.ts";
import { boundTo as boundToRun } from "../../src/domain/runs/checkpoints.ts";
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

/** Whom the secrets of an item are sealed for; undefined where it has none. */
const ownerIn = ({ pk, sk, accountId }: Item): ((secret: SealedSecret) => Owner) | undefined => {
  const account = String(accountId);
  if (pk === accountPartition("FLOWSECRETS", account))
    return ({ name = "" }) => boundToFlow(account, sk, name);
  if (pk === accountPartition("WEBHOOKS", account))
    return () => boundToWebhook({ accountId: account, id: sk });
  return undefined;
};

/** @throws Error where a secret does not open */
export const resealItem = async (item: Item, from: Seals, to: Seals): Promise<Item> => {
  const ownerOf = ownerIn(item);
  if (!ownerOf || !Array.isArray(item.secrets)) return item;
  const secrets = (item.secrets as SealedSecret[]).map(async (secret) => ({
    ...secret,
    sealed: await reseal(secret.sealed, ownerOf(secret), from, to),
  }));
  return { ...item, secrets: await Promise.all(secrets) };
};

/** @throws Error where a checkpoint does not open */
export const resealObject = async (
  object: StoredObject,
  accountId: string,
  from: Seals,
  to: Seals,
): Promise<StoredObject> => {
  const folder = folderOf("tmp/checkpoints", accountId);
  if (!object.key.startsWith(folder)) return object;
  const [id = ""] = object.key.slice(folder.length).split("/");
  const sealed = await reseal(object.body.toString(), boundToRun({ id, accountId }), from, to);
  return { ...object, body: Buffer.from(sealed) };
};
