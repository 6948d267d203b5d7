import { createServiceSecret } from "../../adapters/serviceSecret.ts";
import { createFileLinks } from "../../domain/files/links.ts";
import { required } from "../env.ts";

export const withFileLinks = () => {
  const secret = createServiceSecret(required("SERVICE_SECRET_ARN"));
  return { fileLinks: createFileLinks(() => secret.deriveKey("file"), Date.now) };
};
