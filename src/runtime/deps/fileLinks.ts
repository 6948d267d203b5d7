import { openServiceSecret } from "../../adapters/serviceSecret.ts";
import { createFileLinks } from "../../domain/files/links.ts";
import { required } from "../env.ts";

export const withFileLinks = () => {
  const secret = openServiceSecret(required("SERVICE_SECRET_ARN"));
  return { fileLinks: createFileLinks(() => secret.keysFor("file"), Date.now) };
};
