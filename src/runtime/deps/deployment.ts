import { required } from "../env.ts";

export const withDeployment = () => ({
  deployment: { version: required("SERVICE_VERSION"), deployedAtMs: required("DEPLOYED_AT") },
});
