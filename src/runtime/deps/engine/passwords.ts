import type { CollectionPlan } from "../../../domain/engine.ts";

/** The password of a run's documents, for the sites that its secret is for. */
export const passwordsOf = ({
  secrets,
  documentSecret,
}: Pick<CollectionPlan, "secrets" | "documentSecret">): ((url: string) => string | undefined) => {
  const secret = secrets.find(({ name }) => name === documentSecret);
  return (url) => (secret?.origins.includes(new URL(url).origin) ? secret.value : undefined);
};
