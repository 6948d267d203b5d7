/** A target and its secrets: sealed as a whole, and shown without them. */
import { databaseUrl } from "../../contract/deliveries/databaseUrl.ts";
import {
  type DestinationTarget,
  KEPT_SECRET,
  type ShownTarget,
} from "../../contract/deliveries/destinationTargets.ts";
import { DomainError } from "../../contract/errors.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { Deps, WithSeals } from "../ports.ts";
import type { WithPlaceSettings } from "./ports.ts";

type Owner = Pick<DestinationRecord, "accountId" | "id">;

/** The context that a destination's secrets are sealed for. */
export const boundTo = ({ accountId, id }: Owner) => ({ accountId, recordId: id });

const withoutQuery = (address: string): string => {
  const at = address.search(/[?#]/);
  return at < 0 ? address : `${address.slice(0, at)}?${KEPT_SECRET}`;
};

/** A target as it is shown and stored unencrypted. */
const showTarget = (target: DestinationTarget): ShownTarget => {
  if (target.type === "s3")
    return { ...target, ...(target.secretAccessKey !== undefined && { secretAccessKey: KEPT_SECRET }) };
  if (target.type === "folder") return target;
  if (target.type === "postgres") {
    const { caCertificate, ...rest } = target;
    return {
      ...rest,
      password: KEPT_SECRET,
      ...(caCertificate !== undefined && { caCertificate: KEPT_SECRET }),
    };
  }
  const { url, headers } = target;
  return {
    type: "http",
    url: withoutQuery(url),
    ...(headers && { headers: Object.fromEntries(Object.keys(headers).map((name) => [name, KEPT_SECRET])) }),
  };
};

export const sealTarget = async (
  { seals }: WithSeals,
  owner: Owner,
  target: DestinationTarget,
): Promise<Pick<DestinationRecord, "target" | "secrets">> => ({
  target: showTarget(target),
  secrets: [{ sealed: await seals.seal(JSON.stringify(target), boundTo(owner)) }],
});

export const openTarget = async (
  { seals }: WithSeals,
  destination: DestinationRecord,
): Promise<DestinationTarget> => {
  const [secret] = destination.secrets;
  if (!secret) throw new Error(`the destination ${destination.id} has no target`);
  return JSON.parse(await seals.open(secret.sealed, boundTo(destination))) as DestinationTarget;
};

const refuse = (path: string, message: string): DomainError =>
  new DomainError("invalid-request", `The target cannot be used: ${path} ${message}.`, {
    details: [{ path, message }],
  });

/** What is taken over from the current target belongs to its receiver: another one must not get it. */
const keep = <T>(isSame: boolean, path: string, current: T | undefined): T => {
  if (isSame && current !== undefined) return current;
  throw refuse(path, "must be sent again, because the target is another one");
};

type PostgresTarget = Extract<DestinationTarget, { type: "postgres" }>;

const keptPostgres = (wish: PostgresTarget, current: PostgresTarget): PostgresTarget => {
  const isSame =
    wish.host === current.host &&
    wish.port === current.port &&
    wish.user === current.user &&
    // Without TLS, whoever listens on the way would learn it.
    (wish.tls === current.tls || wish.tls === "verify");
  const { password, caCertificate } = wish;
  return {
    ...wish,
    password: password === KEPT_SECRET ? keep(isSame, "target.password", current.password) : password,
    ...(caCertificate === KEPT_SECRET && {
      caCertificate: keep(isSame, "target.caCertificate", current.caCertificate),
    }),
  };
};

/**
 * The target that is wished for, with the current secrets in place of `…`.
 *
 * @throws DomainError `invalid-request` for a secret that is not known, or must not be sent to another target
 */
export const withKeptSecrets = (wish: DestinationTarget, current: DestinationTarget): DestinationTarget => {
  if (wish.type !== current.type) throw refuse("target.type", `must stay ${current.type}`);
  if (wish.type === "s3" && current.type === "s3") {
    if (wish.secretAccessKey !== KEPT_SECRET) return wish;
    const isSame = wish.endpoint === current.endpoint && wish.accessKeyId === current.accessKeyId;
    return { ...wish, secretAccessKey: keep(isSame, "target.secretAccessKey", current.secretAccessKey) };
  }
  if (wish.type === "postgres" && current.type === "postgres") return keptPostgres(wish, current);
  if (wish.type !== "http" || current.type !== "http") return wish;
  const url = wish.url === withoutQuery(current.url) ? current.url : wish.url;
  if (url.endsWith(`?${KEPT_SECRET}`)) throw refuse("target.url", "must be sent with its query");
  const isSame = new URL(url).origin === new URL(current.url).origin;
  const headers = Object.entries(wish.headers ?? {}).map(([name, value]) => [
    name,
    value === KEPT_SECRET ? keep(isSame, `target.headers.${name}`, current.headers?.[name]) : value,
  ]);
  return { type: "http", url, ...(headers.length > 0 && { headers: Object.fromEntries(headers) }) };
};

/** @throws DomainError `target-refused` for a private address; `not-configured` for a folder without a root, or a role outside AWS */
export const checkPlace = (
  { checkTarget, hasFolderRoot, canAssumeRoles }: Pick<Deps, "checkTarget"> & WithPlaceSettings,
  target: DestinationTarget,
): void => {
  if (target.type === "http") checkTarget(target.url);
  if (target.type === "s3" && target.endpoint !== undefined) checkTarget(target.endpoint);
  if (target.type === "s3" && target.secretAccessKey === KEPT_SECRET)
    throw refuse("target.secretAccessKey", "must be the key itself");
  if (target.type === "s3" && target.roleArn !== undefined && !canAssumeRoles)
    throw new DomainError(
      "not-configured",
      "Roles can be assumed only where the service runs on AWS. Use an access key.",
    );
  if (target.type === "postgres") {
    checkTarget(databaseUrl(target));
    for (const secret of ["password", "caCertificate"] as const)
      if (target[secret] === KEPT_SECRET) throw refuse(`target.${secret}`, "must be the value itself");
  }
  if (target.type === "folder" && !hasFolderRoot)
    throw new DomainError(
      "not-configured",
      "The operator has named no folder for destinations. On one server, start it with --destination-folder.",
    );
};
