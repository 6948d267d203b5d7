import { createServiceSecret } from "../../adapters/serviceSecret.ts";
import { createCursors } from "../../domain/lists/cursors.ts";
import type { WithCursors } from "../../domain/ports.ts";
import { required } from "../env.ts";

export const withCursors = (): WithCursors => {
  const secret = createServiceSecret(required("SERVICE_SECRET_ARN"));
  return { cursors: createCursors(() => secret.deriveKey("cursor"), Date.now) };
};
