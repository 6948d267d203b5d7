import type { BucketKey, SendRequest } from "../../adapters/bucketPlace.ts";
import { databaseUrl } from "../../contract/deliveries/databaseUrl.ts";
import type { DestinationTarget } from "../../contract/deliveries/destinationTargets.ts";
import { DomainError } from "../../contract/errors.ts";
import { PlaceError } from "../../contract/placeError.ts";
import { SECOND_MS } from "../../contract/units.ts";
import type { WithPlaces } from "../../domain/destinations/ports.ts";
import {
  createDialer,
  createEgress,
  type EgressRequest,
  secureSocket,
  TargetError,
} from "../../engine/egress/index.ts";
import { isOpened } from "../../engine/egress/target.ts";
import { readEnv } from "../env.ts";
import { readDenied } from "./network/denied.ts";
import { operatorRoute } from "./network/route.ts";

/** For one part of a delivery. */
const ANSWER_MS = 60 * SECOND_MS;
const MAX_ANSWER_BYTES = 20_000_000;
const EXCERPT_CHARS = 500;

/** What the egress refuses is a place's failure. @throws PlaceError, or the error as it is */
const refuse = (error: unknown): never => {
  if (!(error instanceof DomainError || error instanceof TargetError)) throw error;
  throw new PlaceError(error.code, error.message);
};

/** Requests through the egress, whose failures are a place's. */
const createSender = (): SendRequest => {
  const { ALLOW_PRIVATE_TARGETS: allowPrivate } = readEnv();
  const egress = createEgress({ allowPrivate, denied: readDenied, readRoute: operatorRoute });
  return async (url, request: EgressRequest) => {
    try {
      const limits = { timeoutMs: ANSWER_MS, maxRedirects: 0, maxBytes: MAX_ANSWER_BYTES };
      const { status, headers, body } = await egress.fetch(url, { ...request, ...limits });
      return { status, headers, body, isPublic: !isOpened(egress.check(url), allowPrivate) };
    } catch (error) {
      return refuse(error);
    }
  };
};

type Dialer = ReturnType<typeof createDialer>;
type Socket = Awaited<ReturnType<Dialer["dial"]>>;

/** Connections through the egress; those to what the operator denies are closed. */
const createDial = (): Dialer["dial"] => {
  let dialer: Dialer | undefined;
  return (target) => {
    dialer ??= createDialer({
      allowPrivate: readEnv().ALLOW_PRIVATE_TARGETS,
      denied: readDenied,
      readRoute: operatorRoute,
      onDenied: () => {},
    });
    return dialer.dial(target);
  };
};

type BucketTarget = Extract<DestinationTarget, { type: "s3" }>;

/** The key that a bucket's owner has given, or those of the role. */
const keyOf = async (target: BucketTarget, accountId: string): Promise<() => Promise<BucketKey>> => {
  const { accessKeyId, secretAccessKey, roleArn } = target;
  if (roleArn === undefined) {
    const key = { accessKeyId: accessKeyId ?? "", secretAccessKey: secretAccessKey ?? "" };
    return async () => key;
  }
  if (readEnv().DESTINATION_ROLES === "off")
    throw new PlaceError("not-configured", "Roles can be assumed only where the service runs on AWS.");
  const { createRoleKeys } = await import("../../adapters/roleKeys.ts");
  return createRoleKeys({ ...target, roleArn, externalId: accountId });
};

/** The places to which destinations deliver. Each client is loaded when it is first needed. */
export const withPlaces = (): WithPlaces => {
  const send = createSender();
  const dial = createDial();
  return {
    random: Math.random,
    places: {
      openFiles: async (target, { accountId }) => {
        if (target.type === "s3") {
          const { createBucketPlace } = await import("../../adapters/bucketPlace.ts");
          return createBucketPlace({ ...target, readKey: await keyOf(target, accountId) }, send);
        }
        const { DESTINATION_FOLDER: root } = readEnv();
        if (root === undefined)
          throw new PlaceError("not-configured", "The operator has named no folder for destinations.");
        const { createFolderPlace } = await import("../../adapters/folderPlace.ts");
        return createFolderPlace(root, target.folder);
      },
      openTable: async (target) => {
        const { ALLOW_PRIVATE_TARGETS: allowPrivate } = readEnv();
        const url = new URL(databaseUrl(target));
        if (target.tls === "off" && !isOpened(url, allowPrivate))
          throw new PlaceError(
            "target-refused",
            "Without TLS, data goes only to private hosts that the operator has allowed. Set tls to verify.",
          );
        const { createPostgresPlace } = await import("../../adapters/postgres/place.ts");
        return createPostgresPlace(target, {
          open: () => dial(url).catch(refuse),
          secure: (plain) => secureSocket(plain as Socket, target.host, target.caCertificate).catch(refuse),
        });
      },
      openReceiver: ({ url, headers: own }) => ({
        post: async (headers, body) => {
          const {
            status,
            headers: answered,
            body: reply,
            isPublic,
          } = await send(url, {
            method: "POST",
            headers: {
              "user-agent": "Gleaner-Destinations/1",
              ...own,
              "content-type": "application/x-ndjson",
              ...headers,
            },
            body: Buffer.from(body),
          });
          if (status >= 200 && status < 300) return;
          throw new PlaceError("receiver-refused", `The receiver answered ${status}.`, {
            httpStatus: status,
            reply: isPublic ? reply.toString("utf8").slice(0, EXCERPT_CHARS) : null,
            retryAfter: answered["retry-after"] ?? null,
          });
        },
      }),
    },
  };
};
