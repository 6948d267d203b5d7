import { DomainError } from "../../contract/errors.ts";
import type { WithSite } from "../../domain/ports.ts";
import { readEnv, required } from "../env.ts";

/** @throws DomainError `not-configured` where sessions do not work, because the dashboard has another origin than the API */
const readSite = (): string => {
  const { STAGE, SITE_ORIGIN, PUBLIC_ORIGIN } = readEnv();
  if (STAGE !== "local" && SITE_ORIGIN === undefined)
    throw new DomainError(
      "not-configured",
      "This deployment has no sign-in by email. Sign in with an API key, or ask the operator to configure it.",
    );
  return new URL(required("DASHBOARD_URL"), PUBLIC_ORIGIN).href;
};

export const withSite = (): WithSite => ({ site: readSite });
