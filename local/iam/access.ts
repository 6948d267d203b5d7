/** Callers, what their roles allow, and a record of both. */
import { randomBytes } from "node:crypto";
import type { FunctionSpec } from "../stack/functions.ts";
import { LOCAL_ACCOUNT } from "../stack/names.ts";
import { type Call, decide, readStatement, type Statement, usedGrants } from "./policy.ts";
import { createRecord } from "./record.ts";

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

interface Role {
  readonly functionName: string;
  readonly sessionToken: string;
  statements: readonly Statement[];
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

interface Held extends Pick<FunctionSpec, "logicalId" | "policy"> {
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

  const roleOf = ({ accessKeyId, sessionToken }: Presented): Role | undefined => {
    const role = roles.get(accessKeyId);
    return role?.sessionToken === sessionToken ? role : undefined;
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
        const decision = decide(role.statements, call);
        if (!decision.allowed) record.denied(role.functionName, call);
        return decision.allowed ? [] : [refusalOf(role, call, decision.explicitly)];
      });
      if (refusals.length === 0)
        for (const call of calls) record.used(role.functionName, usedGrants(role.statements, call));
      return refusals[0];
    },

    /** Whether the role allows a call. Nothing is recorded. */
    allows: (presented: Presented, call: Call): boolean =>
      decide(roleOf(presented)?.statements ?? [], call).allowed,

    /** Removes an action from a function's role, as if the stack did not grant it. */
    revoke(functionName: string, action: string): void {
      const role = roles.get(functionName);
      if (role === undefined) throw new Error(`There is no function "${functionName}".`);
      const denied = readStatement({ Effect: "Deny", Action: action, Resource: "*" });
      role.statements = [...role.statements, denied];
    },
  };
};

export type Access = ReturnType<typeof createAccess>;
