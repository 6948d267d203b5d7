import { openServiceSecret } from "../../adapters/serviceSecret.ts";
import { createCursors } from "../../domain/lists/cursors.ts";
import type { WithCursors } from "../../domain/ports.ts";
import { required } from "../env.ts";

export const withCursors = (): WithCursors => {
  const secret = openServiceSecret(required("SERVICE_SECRET_ARN"));
  return { cursors: createCursors(() => secret.keysFor("cursor"), Date.now) };
};
