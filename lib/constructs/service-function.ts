import { Duration, RemovalPolicy, Size } from "aws-cdk-lib";
import {
  AccountRootPrincipal,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  type ILayerVersion,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { isConfined, QUEUES } from "../../src/contract/operation.ts";
import { BROWSER_FOLDER } from "../browser-layer-files.ts";
import type { Bundles } from "../bundle.ts";
import { type FunctionRow, feedsItself, heapOptionsOf } from "../functions.ts";
import { functionNamed, grantStatements, queueNamed, type Reachable } from "../grants.ts";
import { nameLogically, sessionRoleOf } from "./names.ts";

/** Space for the unpacked browser (209 MB) and its profile. */
const BROWSER_STORAGE_MB = 1024;

/** Settings that all functions of a stage share. */
export interface FunctionContext {
  readonly bundles: Bundles;
  readonly reachable: Reachable;
  readonly logRetentionDays: RetentionDays;
  readonly architecture: Architecture;
  readonly browserLayer: ILayerVersion;
  /** Environment of functions that send mail. */
  readonly mailEnvironment: Readonly<Record<string, string>>;
  /** Environment of functions that use the language model. */
  readonly modelEnvironment: Readonly<Record<string, string>>;
  /** Environment of functions that use the payment provider. */
  readonly paymentEnvironment: Readonly<Record<string, string>>;
  /** Environment of functions that show plan prices. */
  readonly planPricesEnvironment: Readonly<Record<string, string>>;
  /** Environment of functions that search. */
  readonly searchEnvironment: Readonly<Record<string, string>>;
  /** Environment of functions that connect to sites. */
  readonly webEnvironment: Readonly<Record<string, string>>;
  /** Environment of functions that sign requests. */
  readonly signingEnvironment: Readonly<Record<string, string>>;
  /** Environment of functions that report their build. */
  readonly buildEnvironment: Readonly<Record<string, string>>;
  /** Environment of all functions. */
  readonly environment: Readonly<Record<string, string>>;
}

const environmentOf = (row: FunctionRow, context: FunctionContext): Record<string, string> => ({
  ...context.environment,
  ...(row.semiSpaceMb !== undefined && { NODE_OPTIONS: heapOptionsOf(row).join(" ") }),
  TABLE_NAME: context.reachable.tableName,
  ...((row.touches.objects || row.touches.uploads) && { BUCKET_NAME: context.reachable.bucketName }),
  ...(row.touches.secret && { SERVICE_SECRET_ARN: context.reachable.secretArn }),
  ...(row.touches.mail && context.mailEnvironment),
  ...(row.touches.model && context.modelEnvironment),
  ...(row.touches.payments && context.paymentEnvironment),
  ...(row.touches.search && context.searchEnvironment),
  ...(row.touches.web && context.webEnvironment),
  ...(row.touches.signs && context.signingEnvironment),
  ...(row.touches.planPrices && context.planPricesEnvironment),
  ...((row.touches.stuck || row.touches.operates) && { STUCK_QUEUE_URL: context.reachable.stuck.queueUrl }),
  ...(row.touches.operates && { DEAD_LETTERS_QUEUE_URL: context.reachable.deadLetters.queueUrl }),
  ...(row.touches.build && context.buildEnvironment),
  ...(row.touches.browser && { BROWSER_FOLDER: `/opt/${BROWSER_FOLDER}` }),
  ...Object.fromEntries(
    (row.touches.calls ?? []).flatMap((name) => {
      const { functionName, sessionRoleArn } = functionNamed(context.reachable, name);
      return [
        [`${name.toUpperCase()}_FUNCTION_NAME`, functionName],
        ...(sessionRoleArn === undefined ? [] : [[`${name.toUpperCase()}_SESSION_ROLE_ARN`, sessionRoleArn]]),
      ];
    }),
  ),
  ...Object.fromEntries(
    (row.touches.operates ? QUEUES : (row.touches.sends ?? [])).map((queue) => [
      `${queue.toUpperCase()}_QUEUE_URL`,
      queueNamed(context.reachable, queue).queueUrl,
    ]),
  ),
});

const bundleDirectory = (row: FunctionRow, bundles: Bundles): string => {
  const bundle = bundles.get(row.name);
  if (bundle === undefined) throw new Error(`There is no bundle of ${row.name}.`);
  return bundle.directory;
};

const inlinePolicy = (statements: PolicyStatement[]) => ({ touches: new PolicyDocument({ statements }) });

/** A function with its log group and role: three resources, and a role for its sessions if it is confined. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  /** The role of the sessions that its callers begin. */
  readonly sessionRoleArn: string | undefined;

  constructor(scope: Construct, row: FunctionRow, context: FunctionContext) {
    super(scope, row.name);
    const logGroup = new LogGroup(this, "Logs", {
      retention: context.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logStatement = new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroup.logGroupArn],
    });
    const grants = grantStatements(row, context.reachable);
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: inlinePolicy(isConfined(row.name) ? [logStatement] : [logStatement, ...grants]),
    });
    if (isConfined(row.name)) {
      // Of this account, whoever has the right to assume it: those who call the function.
      const session = new Role(this, "Session", {
        assumedBy: new AccountRootPrincipal(),
        inlinePolicies: inlinePolicy(grants),
      });
      nameLogically(session, sessionRoleOf(row.name));
      this.sessionRoleArn = session.roleArn;
    }
    this.lambda = new LambdaFunction(this, "Function", {
      description: `Gleaner: ${row.name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: row.touches.browser ? Architecture.X86_64 : context.architecture,
      ...(row.touches.browser && {
        layers: [context.browserLayer],
        ephemeralStorageSize: Size.mebibytes(BROWSER_STORAGE_MB),
      }),
      handler: "index.handler",
      code: Code.fromAsset(bundleDirectory(row, context.bundles)),
      memorySize: row.memoryMb,
      timeout: Duration.seconds(row.timeoutSeconds),
      environment: environmentOf(row, context),
      logGroup,
      role: role.withoutPolicyUpdates(),
      // Lambda stops a function that feeds its own queue after 16 turns. Runs that continue count their own hops.
      ...(feedsItself(row) && { recursiveLoop: RecursiveLoop.ALLOW }),
    });
    nameLogically(this.lambda, row.name);
  }
}
