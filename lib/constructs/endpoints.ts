import { ArnFormat, CfnOutput, Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  ApiMapping,
  CorsHttpMethod,
  type CorsPreflightOptions,
  DomainName,
  HttpApi,
  HttpIntegrationType,
  HttpMethod,
  HttpRoute,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
  HttpStage,
  IntegrationCredentials,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Operation } from "../../src/contract/operation.ts";
import { operationEntries } from "../../src/contract/operations.ts";
import { UNKNOWN_ROUTE } from "../functions.ts";
import type { OwnDomain } from "../settings.ts";
import { nameLogically } from "./names.ts";
import type { ServiceFunction } from "./service-function.ts";

interface EndpointsProps {
  readonly functionOf: (name: string) => ServiceFunction;
  /** Whether the deployment has no route for an operation. */
  readonly leavesOut: (operation: Pick<Operation, "dialect">) => boolean;
  readonly logRetentionDays: RetentionDays;
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /** The only origins from which browsers may call the API. */
  readonly browserOrigins: readonly string[];
  /** A domain of the operator's own. */
  readonly domain?: OwnDomain | undefined;
}

/**
 * The access log: who called what, with which result. Headers, queries and bodies are left out, because they may
 * contain keys.
 */
const ACCESS_LOG_FIELDS = {
  requestId: "$context.requestId",
  time: "$context.requestTime",
  ip: "$context.identity.sourceIp",
  route: "$context.routeKey",
  status: "$context.status",
  responseBytes: "$context.responseLength",
  latencyMs: "$context.responseLatency",
  integrationLatencyMs: "$context.integrationLatency",
  integrationError: "$context.integrationErrorMessage",
};

const corsFor = (origins: readonly string[]): CorsPreflightOptions => ({
  allowOrigins: [...origins],
  allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST, CorsHttpMethod.PUT, CorsHttpMethod.DELETE],
  allowHeaders: ["content-type", "x-api-key", "authorization", "idempotency-key", "if-match", "prefer"],
  exposeHeaders: [
    "x-request-id",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "location",
    "etag",
    "preference-applied",
  ],
  maxAge: Duration.hours(1),
});

/** How many characters of a stack's name are sure to begin the names that CloudFormation gives to its functions. */
const KEPT_OF_STACK_NAME = 20;

/** The pattern of the names of a stack's functions, those of its nested stacks included. */
export const functionNamesOf = (stackName: string): string => `${stackName.slice(0, KEPT_OF_STACK_NAME)}*`;

/** Calls a function as a role. */
class FunctionIntegration extends HttpRouteIntegration {
  readonly #lambda: IFunction;
  readonly #role: Role;

  constructor(lambda: IFunction, role: Role) {
    super("Integration");
    this.#lambda = lambda;
    this.#role = role;
  }

  bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      uri: this.#lambda.functionArn,
      credentials: IntegrationCredentials.fromRole(this.#role),
    };
  }
}

/** The HTTP API: one route per row of the operation table, and a default route. */
export class Endpoints extends Construct {
  readonly api: HttpApi;
  readonly #caller: Role;

  constructor(scope: Construct, id: string, props: EndpointsProps) {
    super(scope, id);
    this.api = new HttpApi(this, "Api", {
      description: "Gleaner",
      createDefaultStage: false,
      ...(props.browserOrigins.length > 0 && { corsPreflight: corsFor(props.browserOrigins) }),
    });
    nameLogically(this.api, "api");
    this.#caller = this.addCaller();
    const stage = this.addStage(props);
    for (const [name, operation] of operationEntries()) {
      if (props.leavesOut(operation)) continue;
      const methods = [operation.method, ...(operation.head ? (["HEAD"] as const) : [])];
      const keys = methods.map((method) => HttpRouteKey.with(operation.path, HttpMethod[method]));
      this.addRoutes(name, keys, props.functionOf);
    }
    this.addRoutes(UNKNOWN_ROUTE.name, [HttpRouteKey.DEFAULT], props.functionOf);
    const url = props.domain ? `https://${props.domain.name}/` : stage.url;
    new CfnOutput(this, "Url", { value: url }).overrideLogicalId("ApiUrl");
    if (props.domain) this.addDomain(props.domain, stage);
  }

  /** The operator points a CNAME record of the domain at the output `ApiDomainTarget`. */
  private addDomain({ name, certificateArn }: OwnDomain, stage: HttpStage): void {
    const domain = new DomainName(this, "Domain", {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
    });
    new ApiMapping(this, "Mapping", { api: this.api, domainName: domain, stage });
    new CfnOutput(this, "DomainTarget", { value: domain.regionalDomainName }).overrideLogicalId(
      "ApiDomainTarget",
    );
  }

  private addStage(props: EndpointsProps): HttpStage {
    const accessLogs = new LogGroup(this, "AccessLogs", {
      retention: props.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return new HttpStage(this, "Stage", {
      httpApi: this.api,
      autoDeploy: true,
      throttle: { rateLimit: props.throttle.requestsPerSecond, burstLimit: props.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
      },
    });
  }

  /**
   * The role in which the API calls functions. One role instead of a permission per route leaves room in the stack,
   * and reaches a new function at once.
   */
  private addCaller(): Role {
    const functions = Stack.of(this).formatArn({
      service: "lambda",
      resource: "function",
      resourceName: functionNamesOf(Stack.of(this).stackName),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return new Role(this, "Caller", {
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com", {
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
      inlinePolicies: {
        calls: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [functions] })],
        }),
      },
    });
  }

  /**
   * Routes are in the main stack under the name of their operation, wherever their function is. Their logical ids
   * therefore stay the same when functions move. With a new id, CloudFormation would create the route again before
   * deleting the old one, which API Gateway refuses because the key is taken.
   */
  private addRoutes(
    name: string,
    routeKeys: readonly HttpRouteKey[],
    functionOf: EndpointsProps["functionOf"],
  ): void {
    const home = new Construct(Stack.of(this), name);
    const integration = new FunctionIntegration(functionOf(name).lambda, this.#caller);
    for (const [index, routeKey] of routeKeys.entries())
      new HttpRoute(home, index === 0 ? "Route" : `Route${index}`, {
        httpApi: this.api,
        routeKey,
        integration,
      });
  }
}
