import { describe, expect, it } from "@jest/globals";
import { parseSettings } from "../../lib/settings.ts";
import { propertiesOf, resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const API = {
  apiDomain: "api.example.com",
  apiCertificateArn: "arn:aws:acm:eu-west-1:111122223333:certificate/api-1",
};
const DASHBOARD = {
  dashboardDomain: "app.example.com",
  dashboardCertificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/app-1",
};
const WEB_ACL = { webAclArn: "arn:aws:wafv2:us-east-1:111122223333:global/webacl/gleaner/a1-b2" };

const only = (given: object, type: string) => {
  const found = resourcesOf(synthesiseStage("prod", given).service, type);
  const [name = ""] = found.keys();
  return propertiesOf(found, name);
};
const outputs = (given: object) =>
  synthesiseStage("prod", given).service.toJSON().Outputs as Record<string, { Value: unknown }>;

describe("custom domains and a web ACL", () => {
  it("are optional", () => {
    const { service } = synthesiseStage("prod");
    service.resourceCountIs("AWS::ApiGatewayV2::DomainName", 0);
    service.resourceCountIs("AWS::ApiGatewayV2::ApiMapping", 0);
    const { DistributionConfig } = only({}, "AWS::CloudFront::Distribution") as Record<string, object>;
    expect(DistributionConfig).not.toHaveProperty("Aliases");
    expect(DistributionConfig).not.toHaveProperty("WebACLId");
  });

  it("point to the API, whose URL the dashboard calls", () => {
    expect(only(API, "AWS::ApiGatewayV2::DomainName")).toMatchObject({
      DomainName: API.apiDomain,
      DomainNameConfigurations: [{ CertificateArn: API.apiCertificateArn, EndpointType: "REGIONAL" }],
    });
    expect(only(API, "AWS::ApiGatewayV2::ApiMapping")).toMatchObject({ ApiId: { Ref: "api" } });
    expect(outputs(API)).toMatchObject({
      ApiUrl: { Value: "https://api.example.com/" },
      ApiDomainTarget: {},
    });
    expect(JSON.stringify(only(API, "AWS::CloudFront::ResponseHeadersPolicy"))).toContain(
      "https://api.example.com",
    );
  });

  it("point to the dashboard, whose origin may call the API", () => {
    expect(only(DASHBOARD, "AWS::CloudFront::Distribution")).toMatchObject({
      DistributionConfig: {
        Aliases: [DASHBOARD.dashboardDomain],
        ViewerCertificate: { AcmCertificateArn: DASHBOARD.dashboardCertificateArn },
      },
    });
    expect(only(DASHBOARD, "AWS::ApiGatewayV2::Api")).toMatchObject({
      CorsConfiguration: { AllowOrigins: ["https://app.example.com"] },
    });
    expect(outputs(DASHBOARD)).toMatchObject({
      DashboardUrl: { Value: "https://app.example.com/dashboard" },
      DashboardDomainTarget: {},
    });
  });

  it("allow signing in by email, with the API below the dashboard's origin too", () => {
    const settings = { ...DASHBOARD, mailSender: "mail@example.com" };
    const { service } = synthesiseStage("prod", settings);
    expect(only(settings, "AWS::CloudFront::Distribution")).toMatchObject({
      DistributionConfig: {
        CacheBehaviors: [
          {
            PathPattern: "/api/*",
            ViewerProtocolPolicy: "https-only",
            AllowedMethods: expect.arrayContaining(["POST", "PUT", "DELETE"]),
          },
        ],
      },
    });
    expect(outputs(settings)).toMatchObject({ SessionUrl: { Value: "https://app.example.com/api/" } });
    expect(JSON.stringify(service.toJSON())).toContain("x-gleaner-cdn");
    for (const given of [DASHBOARD, { mailSender: settings.mailSender }])
      expect(outputs(given)).not.toHaveProperty("SessionUrl");
  });

  it("protect the CDN", () => {
    expect(only(WEB_ACL, "AWS::CloudFront::Distribution")).toMatchObject({
      DistributionConfig: { WebACLId: WEB_ACL.webAclArn },
    });
  });

  it.each([
    [{ apiDomain: API.apiDomain }, "apiCertificateArn: is needed with apiDomain"],
    [{ dashboardCertificateArn: DASHBOARD.dashboardCertificateArn }, "dashboardDomain: is needed with"],
    [{ ...API, apiDomain: "https://api.example.com" }, "apiDomain: must be a domain"],
    [{ ...DASHBOARD, dashboardCertificateArn: API.apiCertificateArn }, "in us-east-1"],
    [{ webAclArn: "arn:aws:wafv2:eu-west-1:111122223333:regional/webacl/x/y" }, "scope CLOUDFRONT"],
  ])("are refused if they cannot work: %j", (given, message) => {
    expect(() => parseSettings({ stage: "prod", version: "1.0.0", ...given })).toThrow(message);
  });
});
