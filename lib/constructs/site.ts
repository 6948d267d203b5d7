import { CfnOutput, Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { CDN_HEADER } from "../../src/contract/people/people.ts";
import {
  contentSecurityPolicy,
  DASHBOARD_PATH,
  PERMISSIONS_POLICY,
  SESSION_API_PATH,
} from "../dashboard-policy.ts";
import type { OwnDomain } from "../settings.ts";
import { nameLogically } from "./names.ts";

interface SiteProps {
  /** Bucket of the screenshots that the API links to and of uploaded lists. */
  readonly resultsBucketName: string;
  /** A domain of the operator's own, with a certificate in us-east-1. */
  readonly domain?: OwnDomain | undefined;
  /** The API's own domain, which the page may call. */
  readonly apiDomain?: string | undefined;
  /** A web ACL with the scope CLOUDFRONT. */
  readonly webAclArn?: string | undefined;
}

/** Origin under which browsers reach a bucket's objects. */
const objectsOrigin = (scope: Construct, bucketName: string): string =>
  `https://${bucketName}.s3.${Stack.of(scope).region}.amazonaws.com`;

const HSTS_MAX_AGE = Duration.days(365);

/** Paths within the dashboard are handled by its page; paths with an extension are files. */
const SHOW_PAGE = `function handler(event) {
  var request = event.request;
  if (!request.uri.startsWith("${DASHBOARD_PATH}")) {
    return { statusCode: 302, statusDescription: "Found", headers: { location: { value: "${DASHBOARD_PATH}/" } } };
  }
  if (!/\\.[a-z0-9]+$/.test(request.uri)) request.uri = "${DASHBOARD_PATH}/index.html";
  return request;
}`;

/** The API has no such prefix in its paths. */
const STRIP_PREFIX = `function handler(event) {
  var request = event.request;
  request.uri = request.uri.slice(${SESSION_API_PATH.length}) || "/";
  return request;
}`;

/** The dashboard's files in a private bucket, and the CDN that serves them. */
export class Site extends Construct {
  /** Origin of the dashboard, which may call the API. */
  readonly origin: string;
  readonly #distribution: Distribution;

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id);
    const bucket = this.createBucket();
    const distribution = this.createDistribution(bucket, this.createHeaders(props), props);
    this.#distribution = distribution;
    this.origin = `https://${props.domain?.name ?? distribution.distributionDomainName}`;
    if (props.domain)
      new CfnOutput(this, "DomainTarget", {
        value: distribution.distributionDomainName,
      }).overrideLogicalId("DashboardDomainTarget");
    new CfnOutput(this, "Bucket", { value: bucket.bucketName }).overrideLogicalId("DashboardBucket");
    new CfnOutput(this, "Objects", {
      value: objectsOrigin(this, props.resultsBucketName),
    }).overrideLogicalId("ObjectsUrl");
    new CfnOutput(this, "Url", { value: `${this.origin}${DASHBOARD_PATH}` }).overrideLogicalId(
      "DashboardUrl",
    );
  }

  /**
   * Serves the API below the dashboard's origin too, so that a session's cookie is sent to it. The API must not name this
   * distribution in turn: neither could be created first.
   */
  serveApi(api: Pick<HttpApi, "apiId">, cdnToken: string): void {
    const { region, urlSuffix } = Stack.of(this);
    const stripPrefix = new EdgeFunction(this, "StripPrefix", {
      comment: "Leads requests below the dashboard's origin to the API",
      code: FunctionCode.fromInline(STRIP_PREFIX),
      runtime: FunctionRuntime.JS_2_0,
    });
    const origin = new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
      customHeaders: { [CDN_HEADER]: cdnToken },
    });
    this.#distribution.addBehavior(`${SESSION_API_PATH}/*`, origin, {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // The API is found by its own host name.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [{ function: stripPrefix, eventType: FunctionEventType.VIEWER_REQUEST }],
    });
    new CfnOutput(this, "Sessions", { value: `${this.origin}${SESSION_API_PATH}/` }).overrideLogicalId(
      "SessionUrl",
    );
  }

  /** CloudFront is global: a name without the region would clash with the same stage in another region. */
  private nameInAccount(name: string): string {
    const { stackName, region } = Stack.of(this);
    return `${stackName}-${name}-${region}`;
  }

  private createBucket(): Bucket {
    const bucket = new Bucket(this, "Files", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // CloudFormation cannot delete a bucket that contains files, so destroying the stack would stop half-way.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    nameLogically(bucket, "dashboardFiles");
    Validations.of(bucket).acknowledge({
      id: "AwsSolutions-S1",
      reason: "It holds the files of a public page, which the CDN alone reads.",
    });
    return bucket;
  }

  private createHeaders({ resultsBucketName, apiDomain }: SiteProps): ResponseHeadersPolicy {
    // The API's URL cannot be used here, because the API in turn names this site as the only origin that may call it.
    // The published page narrows the policy to the one API.
    const api = `https://*.execute-api.${Stack.of(this).region}.amazonaws.com`;
    // Lists are uploaded to the bucket, and pictures are loaded from it.
    const ownApi = apiDomain === undefined ? [] : [`https://${apiDomain}`];
    const sources = [api, ...ownApi, objectsOrigin(this, resultsBucketName)];
    return new ResponseHeadersPolicy(this, "Headers", {
      responseHeadersPolicyName: this.nameInAccount("headers"),
      comment: `Gleaner: headers of the dashboard, ${Stack.of(this).stackName}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: contentSecurityPolicy({ connect: sources, images: sources }),
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: HSTS_MAX_AGE, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [{ header: "permissions-policy", value: PERMISSIONS_POLICY, override: true }],
      },
    });
  }

  private createDistribution(
    bucket: Bucket,
    responseHeadersPolicy: ResponseHeadersPolicy,
    { domain, webAclArn }: SiteProps,
  ): Distribution {
    const showPage = new EdgeFunction(this, "ShowPage", {
      comment: "Leads places within the dashboard to its page",
      code: FunctionCode.fromInline(SHOW_PAGE),
      runtime: FunctionRuntime.JS_2_0,
    });
    const originAccessControl = new S3OriginAccessControl(this, "Access", {
      originAccessControlName: this.nameInAccount("files"),
    });
    const distribution = new Distribution(this, "Distribution", {
      comment: "Gleaner: the dashboard",
      defaultBehavior: {
        // The type of its optional property differs from the interface.
        origin: S3BucketOrigin.withOriginAccessControl(bucket as IBucket, { originAccessControl }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy,
        compress: true,
        functionAssociations: [{ function: showPage, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, "Certificate", domain.certificateArn),
      }),
      ...(webAclArn !== undefined && { webAclId: webAclArn }),
      httpVersion: HttpVersion.HTTP2_AND_3,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    });
    Validations.of(distribution).acknowledge(
      { id: "AwsSolutions-CFR1", reason: "Accounts may be looked after from anywhere." },
      {
        id: "AwsSolutions-CFR2",
        reason: "It serves the same files to everyone; what is worth protecting is behind the API's keys.",
      },
      {
        id: "AwsSolutions-CFR3",
        reason: "Who loads the page is of no interest; each call of the API is logged.",
      },
      {
        id: "AwsSolutions-CFR4",
        reason:
          "Without a domain of one's own CloudFront's certificate has to do, which sets the oldest TLS.",
      },
    );
    return distribution;
  }
}
