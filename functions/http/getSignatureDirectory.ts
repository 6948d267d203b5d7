import * as operations from "../../src/contract/operations/health.ts";
import { getSignatureDirectory } from "../../src/domain/identity/directory.ts";
import { withIdentity } from "../../src/runtime/deps/network/signer.ts";
import { serveTextOrError } from "../../src/runtime/http/serveTextOrError.ts";

export const handler = serveTextOrError(operations.getSignatureDirectory, () =>
  getSignatureDirectory({ ...withIdentity(), now: Date.now }),
);
