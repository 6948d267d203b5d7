import { createSeals } from "../../adapters/seal.ts";
import { openServiceSecret } from "../../adapters/serviceSecret.ts";
import type { WithSeals } from "../../domain/ports.ts";
import { required } from "../env.ts";

export const withSeals = (): WithSeals => {
  const secret = openServiceSecret(required("SERVICE_SECRET_ARN"));
  return { seals: createSeals(() => secret.keysFor("seal")) };
};
