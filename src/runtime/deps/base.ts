/**
 * The composition root: the dependencies of every function. Further ones have a provider in a separate file beside
 * this one, so that a bundle contains no client that its function does not use.
 */
import { Logger } from "@aws-lambda-powertools/logger";
import { callCredentials } from "../../adapters/callCredentials.ts";
import { makeId } from "../../contract/ids.ts";
import type { Deps, Log } from "../../domain/ports.ts";
import { checkTarget } from "../../engine/egress/target.ts";
import { createDynamoTable } from "../../store/dynamo/dynamoTable.ts";
import { askFirst } from "../../store/embedded/askFirst.ts";
import { createEmbeddedTable } from "../../store/embedded/table.ts";
import { createStore } from "../../store/index.ts";
import type { Table } from "../../store/table.ts";
import { readEnv, required } from "../env.ts";
import { meter } from "../meter.ts";
import { createMetrics } from "./metrics.ts";

const logger = new Logger({ serviceName: "gleaner" });

export const log: Log = {
  info: (message, fields = {}) => logger.info(message, fields),
  warn: (message, fields = {}) => logger.warn(message, fields),
  error: (message, fields = {}) => logger.error(message, fields),
};

const openTable = (): Table => {
  const { TABLE_FILE: path, TABLE_FILE_IS_TEMPORARY: isTemporary, TABLE_ASKS_FIRST: asksFirst } = readEnv();
  const { onConsumed } = meter;
  const dynamo = createDynamoTable({ tableName: required("TABLE_NAME"), onConsumed, ...callCredentials() });
  if (path === undefined) return dynamo;
  const embedded = createEmbeddedTable({ path, isDurable: !isTemporary, onConsumed });
  return asksFirst ? askFirst(dynamo, embedded) : embedded;
};

const createBase = (): Deps => ({
  store: createStore(openTable(), {
    duePartitions: readEnv().DUE_PARTITIONS,
    runAuditDays: readEnv().RUN_AUDIT_DAYS,
  }),
  now: Date.now,
  newId: (kind) => makeId(kind, Date.now(), Math.random()),
  log,
  metrics: createMetrics(readEnv().STAGE),
  checkTarget: (url) => {
    checkTarget(url, readEnv().ALLOW_PRIVATE_TARGETS);
  },
});

let base: Deps | undefined;

/** Created for the first event, then shared by all events of the function instance. */
export const baseDeps = (): Deps => {
  base ??= createBase();
  return base;
};
