/** Callers, what their roles allow, and a record of both. */
import { randomBytes } from "node:crypto";
import type { Credentials } from "../emulators/endpoints.ts";
import type { FunctionSpec } from "../stack/functions.ts";
import { LOCAL_ACCOUNT } from "../stack/names.ts";
import { type Call, type Decision, decide, readStatement, type Statement, usedGrants } from "./policy.ts";
import { createRecord } from "./record.ts";
import type { AssumeRole } from "./sessions.ts";

/** Why a call is denied, in AWS's words. */
export interface Refusal {
  readonly code: "AccessDenied" | "InvalidClientTokenId";
  readonly message: string;
}

/** A request's credentials. */
export interface Presented {
  readonly accessKeyId: string;
  readonly sessionToken: string;
}

/** Who presents credentials: a function by its role, or by one of its sessions. */
interface Role {
  readonly functionName: string;
  readonly sessionToken: string;
  readonly statements: readonly Statement[];
  /** A session may do what both its role and this allow. */
  readonly restriction?: readonly Statement[];
  readonly untilMs?: number;
}

const sessionArn = (role: Role): string =>
  `arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${role.functionName}/${role.functionName}`;

const refusalOf = (role: Role, { action, resource }: Call, explicitly: boolean): Refusal => ({
  code: "AccessDenied",
  message:
    `User: ${sessionArn(role)} is not authorized to perform: ${action} on resource: ${resource} ` +
    (explicitly
      ? "with an explicit deny in an identity-based policy"
      : `because no identity-based policy allows the ${action} action`),
});

interface Held extends Pick<FunctionSpec, "logicalId" | "policy" | "session"> {
  /** Fixed credentials, if something else issues them. */
  readonly presents?: Presented;
}

/** Checks functions' calls against the policies of their roles in the stack. */
export const createAccess = (functions: readonly Held[]) => {
  const record = createRecord(functions);
  const roles = new Map<string, Role>(
    functions.map(({ logicalId, policy, presents }) => [
      presents?.accessKeyId ?? logicalId,
      {
        functionName: logicalId,
        sessionToken: presents?.sessionToken ?? randomBytes(24).toString("base64url"),
        statements: policy.map(readStatement),
      },
    ]),
  );

  /** Actions taken from a function, in its role and its sessions. */
  const revoked = new Map<string, readonly Statement[]>();

  const roleOf = ({ accessKeyId, sessionToken }: Presented): Role | undefined => {
    const role = roles.get(accessKeyId);
    if (role?.sessionToken !== sessionToken || Date.now() > (role.untilMs ?? Number.POSITIVE_INFINITY))
      return undefined;
    return role;
  };

  const decideFor = ({ functionName, statements, restriction }: Role, call: Call): Decision => {
    const decision = decide([...statements, ...(revoked.get(functionName) ?? [])], call);
    return decision.allowed && restriction ? decide(restriction, call) : decision;
  };

  return {
    record,

    /** A function's credentials: a key that names it, and a secret token. */
    credentialsOf: (functionName: string) => ({
      accessKeyId: functionName,
      secretAccessKey: "local",
      sessionToken: roles.get(functionName)?.sessionToken ?? "",
    }),

    /** @returns why the calls are denied; undefined if the role allows all of them */
    ask(presented: Presented, calls: readonly Call[]): Refusal | undefined {
      const role = roleOf(presented);
      if (role === undefined)
        return {
          code: "InvalidClientTokenId",
          message: "The security token included in the request is invalid.",
        };
      const refusals = calls.flatMap((call) => {
        const decision = decideFor(role, call);
        if (!decision.allowed) record.denied(role.functionName, call);
        return decision.allowed ? [] : [refusalOf(role, call, decision.explicitly)];
      });
      if (refusals.length === 0)
        for (const call of calls) record.used(role.functionName, usedGrants(role.statements, call));
      return refusals[0];
    },

    /** Whether the role allows a call. Nothing is recorded. */
    allows: (presented: Presented, call: Call): boolean => {
      const role = roleOf(presented);
      return role !== undefined && decideFor(role, call).allowed;
    },

    /** Begins a session, for a caller whose role allows it. @returns undefined if no function has this role */
    assume({ roleArn, restriction, untilMs }: AssumeRole): Credentials | undefined {
      for (const [id, role] of roles)
        if (Date.now() > (role.untilMs ?? Number.POSITIVE_INFINITY)) roles.delete(id);
      const found = functions.find(({ session }) => session?.arn === roleArn);
      if (found?.session === undefined) return undefined;
      const accessKeyId = `session-${randomBytes(12).toString("hex")}`;
      const sessionToken = randomBytes(24).toString("base64url");
      roles.set(accessKeyId, {
        functionName: found.logicalId,
        sessionToken,
        statements: found.session.policy.map(readStatement),
        ...(restriction.length > 0 && { restriction: restriction.map(readStatement) }),
        untilMs,
      });
      return { accessKeyId, secretAccessKey: "local", sessionToken };
    },

    /** Removes an action from a function's role and sessions, as if the stack did not grant it. */
    revoke(functionName: string, action: string): void {
      if (!roles.has(functionName)) throw new Error(`There is no function "${functionName}".`);
      const denied = readStatement({ Effect: "Deny", Action: action, Resource: "*" });
      revoked.set(functionName, [...(revoked.get(functionName) ?? []), denied]);
    },
  };
};

export type Access = ReturnType<typeof createAccess>;
