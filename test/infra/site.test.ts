import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { Match } from "aws-cdk-lib/assertions";
import { publishSite, type SiteFile } from "../../lib/dashboard-publish.ts";
import { makeFolder, propertiesOf, resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const { service } = synthesiseStage("prod");

describe("the dashboard's site", () => {
  it("is read from a private bucket by its CDN only", () => {
    expect(propertiesOf(resourcesOf(service, "AWS::S3::Bucket"), "dashboardFiles")).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    service.hasResourceProperties("AWS::CloudFront::OriginAccessControl", {
      OriginAccessControlConfig: { SigningBehavior: "always", SigningProtocol: "sigv4" },
    });
    service.hasResourceProperties("AWS::S3::BucketPolicy", {
      Bucket: { Ref: "dashboardFiles" },
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Allow",
            Action: "s3:GetObject",
            Principal: { Service: "cloudfront.amazonaws.com" },
            Condition: { StringEquals: { "AWS:SourceArn": Match.anyValue() } },
          }),
        ]),
      },
    });
  });

  it("is served over TLS, with headers that allow only its own scripts", () => {
    const [headers] = [...resourcesOf(service, "AWS::CloudFront::ResponseHeadersPolicy").values()];
    const config = JSON.stringify(headers?.Properties);
    expect(config).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(config).toContain("frame-ancestors 'none'");
    expect(config).not.toMatch(/unsafe-|script-src[^;]*https:/);
    service.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        DefaultCacheBehavior: { ViewerProtocolPolicy: "redirect-to-https", Compress: true },
      },
    });
  });

  it("is the only origin that may call the API, unless others are added", () => {
    const origins = (given: Parameters<typeof synthesiseStage>[1]) => {
      const apis = resourcesOf(synthesiseStage("prod", given).service, "AWS::ApiGatewayV2::Api");
      return (propertiesOf(apis, "api").CorsConfiguration as { AllowOrigins: unknown[] }).AllowOrigins;
    };
    expect(origins({})).toEqual(
      [{ "Fn::Join": ["", ["https://", Match.anyValue()]] }].map(() => expect.anything()),
    );
    expect(origins({ dashboardOrigin: "https://app.example.com" }).slice(1)).toEqual([
      "https://app.example.com",
    ]);
    expect(origins({ corsOrigins: "https://a.example.com,https://b.example.com" }).slice(1)).toEqual([
      "https://a.example.com",
      "https://b.example.com",
    ]);
  });

  it("is not part of the local stage, where the runner serves it", () => {
    synthesiseStage("local").service.resourceCountIs("AWS::CloudFront::Distribution", 0);
  });
});

/** A dashboard as small as one can be. */
const builtFolder = (): string => {
  const folder = makeFolder();
  mkdirSync(join(folder, "assets"));
  writeFileSync(
    join(folder, "index.html"),
    "<!doctype html><html><head><title>Gleaner</title></head></html>",
  );
  for (const name of ["page-1.js", "page-2.css", "icon-3.svg"])
    writeFileSync(join(folder, "assets", name), name);
  return folder;
};

describe("publishing the dashboard", () => {
  it("uploads the page last, with the URL of its API, and sets each file's type and cache lifetime", async () => {
    const put = new Map<string, SiteFile>();
    await publishSite(
      builtFolder(),
      {
        apiUrl: "https://abc.execute-api.eu-west-1.amazonaws.com/",
        objectsUrl: "https://results.s3.eu-west-1.amazonaws.com",
      },
      async (key, file) => {
        put.set(key, file);
      },
    );
    expect([...put.keys()].at(-1)).toBe("dashboard/index.html");
    const page = put.get("dashboard/index.html");
    expect(page?.cacheControl).toBe("no-cache");
    expect(page?.content.toString()).toContain(
      `<meta http-equiv="Content-Security-Policy" content="connect-src 'self' https://abc.execute-api.eu-west-1.amazonaws.com https://results.s3.eu-west-1.amazonaws.com" />`,
    );
    expect(JSON.parse(put.get("dashboard/config.json")?.content.toString() ?? "")).toEqual({
      apiUrl: "https://abc.execute-api.eu-west-1.amazonaws.com/",
    });
    for (const [key, { contentType, cacheControl }] of put) {
      if (!key.includes("/assets/")) continue;
      expect([key, contentType]).not.toEqual([key, "application/octet-stream"]);
      expect([key, cacheControl]).toEqual([key, "public, max-age=31536000, immutable"]);
    }
    expect(put.size).toBe(5);
  });
});
