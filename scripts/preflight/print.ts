import type { Finding } from "./checks.ts";

/** Tells a person what was found; whether a deployment may begin. */
export const printFindings = (findings: readonly Finding[]): boolean => {
  for (const { kind, message } of findings) console.error(`${kind === "stop" ? "✗" : "!"} ${message}`);
  const mayDeploy = findings.every(({ kind }) => kind !== "stop");
  if (!mayDeploy) console.error("Nothing was made.");
  else if (findings.length === 0) console.error("✓ The account has all that the deployment needs.");
  return mayDeploy;
};
