import { createSeals } from "../../adapters/seal.ts";
import { createServiceSecret } from "../../adapters/serviceSecret.ts";
import type { WithSeals } from "../../domain/ports.ts";
import { required } from "../env.ts";

export const withSeals = (): WithSeals => {
  const secret = createServiceSecret(required("SERVICE_SECRET_ARN"));
  return { seals: createSeals(() => secret.deriveKey("seal")) };
};
