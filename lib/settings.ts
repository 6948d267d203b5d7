import * as z from "zod";
import { BILLING_INTERVALS, PAID_PLANS } from "../src/contract/account/billing.ts";
import { readPlanPrices } from "../src/contract/account/planPrices.ts";
import { addressFault } from "../src/contract/address.ts";
import { DUE_PARTITIONS } from "../src/contract/due.ts";
import { PROXY_DNS } from "../src/contract/flows/proxy.ts";
import { MIN_CONCURRENCY } from "./concurrency.ts";
import { SetupError } from "./setup-error.ts";
import { STAGE_NAMES } from "./stages.ts";

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};

/** An address that paths can be added to. */
const isPlainUrl = (text: string): boolean => addressFault(text) === null && !/[?#\s]/.test(text);

const account = z.string("must be text").regex(/^\d{12}$/, "must be the 12 digits of an AWS account");
const region = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be an AWS region, such as eu-west-1");

const PRICE_ENTRY = new RegExp(`^(?:${PAID_PLANS.join("|")})/(?:${BILLING_INTERVALS.join("|")})=[\\w-]+$`);

/** `pro/month=price_1,pro/year=price_2` */
const isPriceList = (text: string): boolean => text.split(",").every((entry) => PRICE_ENTRY.test(entry));

const hostname = z
  .string()
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    "must be a domain, such as api.example.com",
  );

/** CloudFront takes certificates and web ACLs of us-east-1 only. */
const certificate = (where = "[a-z0-9-]+") =>
  z
    .string()
    .regex(
      new RegExp(`^arn:aws[a-z-]*:acm:${where}:\\d{12}:certificate/[\\w-]+$`),
      `must be the ARN of a certificate in ACM${where === "us-east-1" ? " in us-east-1" : ", in the stage's region"}`,
    );

/** Workers of a queue: Lambda takes 2 to 1,000. */
const workers = z.coerce
  .number("must be a number of workers, such as 60")
  .int("must be a whole number")
  .min(2, "must be at least 2, Lambda's minimum")
  .max(1_000, "must be at most 1000, Lambda's maximum");

const ARCHITECTURES = ["arm64", "x86_64"] as const;

const Given = z.strictObject({
  stage: z.enum(STAGE_NAMES, { error: `must be one of ${STAGE_NAMES.join(", ")}` }),
  account: account.optional(),
  region: region.optional(),
  /** Identifies the code of all functions (default: a hash of their bundles). */
  build: z
    .string()
    .regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, dots, dashes or underscores")
    .optional(),
  version: z.string().min(1),
  /** The account's limit of concurrent functions. Event sources use no more than their share of it. */
  concurrency: z.coerce
    .number("must be the account's limit of concurrent executions, such as 1000")
    .int("must be a whole number")
    .min(MIN_CONCURRENCY, `must be at least ${MIN_CONCURRENCY}, which every account has`)
    .optional(),
  /** A table of this account and region that replaces the data stack's own, such as a restored one. */
  table: z
    .string()
    .regex(/^[\w.-]{3,255}$/, "must be a table's name")
    .optional(),
  /** The processor of all functions except those that run Chromium, which needs x86_64. */
  architecture: z.enum(ARCHITECTURES, { error: `must be one of ${ARCHITECTURES.join(", ")}` }).optional(),
  /** Whether to create a CloudWatch dashboard. From the fourth in an account on, each costs 3 dollars a month. */
  operationsDashboard: z.enum(["yes", "no"], { error: "must be yes or no" }).optional(),
  /** Receives an email for each alarm. */
  alarmEmail: z.email("must be a mail address").optional(),
  /** US dollars a month, for the whole AWS account. Alarms tell when a month comes near them. */
  monthlyBudget: z.coerce
    .number("must be US dollars a month, such as 50")
    .positive("must be US dollars a month, such as 50")
    .optional(),
  /** Where owners of visited pages can reach you. It is part of the User-Agent. */
  contactUrl: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  /** Failed authentications that one address may send per minute (default: 600); 0 for any number. */
  addressLimit: z.coerce
    .number("must be a number of requests per minute")
    .int("must be a whole number")
    .min(0, "must be 0 or more")
    .optional(),
  /** Partitions of the index of what is due (default: 16). */
  duePartitions: z
    .enum(DUE_PARTITIONS.map(String), { error: `must be one of ${DUE_PARTITIONS.join(", ")}` })
    .transform(Number)
    .optional(),
  /** Most workers of each queue of runs, and of the deliveries to webhooks and to destinations. */
  runWorkers: workers.optional(),
  deliveryWorkers: workers.optional(),
  /** Days for which the audit entries of runs that API keys have started are kept (default: 400). */
  runAuditDays: z.coerce
    .number("must be a number of days, such as 400")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(36_500, "must be at most 36500")
    .optional(),
  /** Whether programs written for Firecrawl can use the service: the routes below `/firecrawl` (default: on). */
  firecrawl: z.enum(["on", "off"], { error: "must be on or off" }).optional(),
  /** A custom origin from which browsers may call the API, besides the dashboard's CDN. */
  dashboardOrigin: z
    .string()
    .refine(isOrigin, "must be an origin without a path, such as https://app.example.com")
    .optional(),
  /** A domain of your own for the API, and its certificate in the stage's region. */
  apiDomain: hostname.optional(),
  apiCertificateArn: certificate().optional(),
  /** A domain of your own for the dashboard, and its certificate in us-east-1. */
  dashboardDomain: hostname.optional(),
  dashboardCertificateArn: certificate("us-east-1").optional(),
  /** A web ACL of AWS WAF, with the scope CLOUDFRONT, for the dashboard's CDN. */
  webAclArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
      "must be the ARN of a web ACL of AWS WAF with the scope CLOUDFRONT",
    )
    .optional(),
  /** Further origins from which browsers may call the API: `https://a.example,https://b.example`, or `*` for all. */
  corsOrigins: z
    .string()
    .refine(
      (text) => text === "*" || text.split(",").every(isOrigin),
      "must be origins without a path, such as https://a.example,https://b.example, or *",
    )
    .transform((text) => text.split(","))
    .optional(),
  /** The payment provider's prices by plan and interval. Its keys go into the secret `paymentKeys`. */
  paymentPrices: z
    .string()
    .refine(isPriceList, "must be plan/interval=price pairs, such as pro/month=price_1,pro/year=price_2")
    .optional(),
  /** Plan prices for people to read. They should match the payment provider's. */
  planPrices: z
    .string()
    .refine(
      (text) => readPlanPrices(text) !== null,
      "must be plan/interval=amount pairs with a currency, such as pro/month=29EUR,pro/year=290.50EUR",
    )
    .optional(),
  /** Where the payment page sends people back to. */
  paymentReturnUrl: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  /** Base URL of the payment provider's API, if not Stripe's. */
  paymentApiUrl: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  /** The language model: a Bedrock model id or, with `modelBaseUrl`, that endpoint's. Without it, no model is used. */
  modelId: z
    .string()
    .regex(/^[\w.:/-]{1,200}$/, "must be a model's id")
    .optional(),
  /** Base URL of an OpenAI-compatible endpoint. Its key goes into the secret `modelKeys`. */
  modelBaseUrl: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  /** The model's price. */
  modelPrices: z
    .string()
    .regex(
      /^\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/,
      "must be US dollars for a million tokens in and out, such as 0.06/0.24",
    )
    .optional(),
  /** Address of the SearXNG instance that searches are answered by. Without it, there are none. */
  searchUrl: z
    .string()
    .refine(isPlainUrl, "must be an http or https address without a password, query or fragment")
    .optional(),
  /** The secret with the address of the proxy that all connections to sites and webhooks go through. */
  proxySecretArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+$/,
      "must be the ARN of a secret in Secrets Manager",
    )
    .optional(),
  /** Who resolves the names of sites: the service, which checks the addresses (default), or the proxy. */
  proxyDns: z.enum(PROXY_DNS, { error: `must be one of ${PROXY_DNS.join(", ")}` }).optional(),
  /** The public https origin of the API, where sites find the keys that sign requests. Without it, none is signed. */
  signatureAgent: z
    .string()
    .refine(
      (text) => isOrigin(text) && text.startsWith("https:"),
      "must be an https origin, such as https://api.example.com",
    )
    .optional(),
  /** The sender of mail. The address or its domain must be a verified SES identity. */
  mailSender: z.email("must be a mail address").optional(),
});

/** A domain is of no use without its certificate, nor the other way around. */
const PAIRS = [
  ["apiDomain", "apiCertificateArn"],
  ["dashboardDomain", "dashboardCertificateArn"],
] as const;

const Settings = Given.superRefine((settings, context) => {
  for (const pair of PAIRS)
    for (const [name, other] of [pair, [pair[1], pair[0]]] as const)
      if (settings[name] === undefined && settings[other] !== undefined)
        context.addIssue({ code: "custom", path: [name], message: `is needed with ${other}` });
});

/** All settings in which deployments of the same code can differ. */
export type Settings = Readonly<z.infer<typeof Settings>>;

/** A domain and the ARN of its certificate. */
export interface OwnDomain {
  readonly name: string;
  readonly certificateArn: string;
}

export const ownDomain = (
  name: string | undefined,
  certificateArn: string | undefined,
): OwnDomain | undefined =>
  name === undefined || certificateArn === undefined ? undefined : { name, certificateArn };

/** The settings given at deploy time, by name. */
export const SETTING_NAMES = [
  "stage",
  "account",
  "region",
  "build",
  "concurrency",
  "table",
  "architecture",
  "operationsDashboard",
  "alarmEmail",
  "monthlyBudget",
  "contactUrl",
  "addressLimit",
  "duePartitions",
  "runWorkers",
  "deliveryWorkers",
  "runAuditDays",
  "firecrawl",
  "dashboardOrigin",
  "apiDomain",
  "apiCertificateArn",
  "dashboardDomain",
  "dashboardCertificateArn",
  "webAclArn",
  "corsOrigins",
  "modelId",
  "modelBaseUrl",
  "modelPrices",
  "paymentPrices",
  "planPrices",
  "paymentReturnUrl",
  "paymentApiUrl",
  "searchUrl",
  "proxySecretArn",
  "proxyDns",
  "signatureAgent",
  "mailSender",
] as const satisfies readonly (keyof Settings)[];

/** Settings that follow from where, when and what is deployed. A deployment finds them out again. */
const FOUND_OUT = ["stage", "account", "region", "build", "concurrency"] as const;

export type KeptSetting = Exclude<(typeof SETTING_NAMES)[number], (typeof FOUND_OUT)[number]>;

/** Settings that a stage keeps from one deployment to the next, unless they are given or dropped. */
export const KEPT_SETTINGS = SETTING_NAMES.filter(
  (name): name is KeptSetting => !(FOUND_OUT as readonly string[]).includes(name),
);

/** The kept settings as text, as an operator gives them: for the stack's output, from which the next deployment reads them. */
export const writeKeptSettings = (settings: Settings): string =>
  JSON.stringify(
    Object.fromEntries(
      KEPT_SETTINGS.map((name) => [name, settings[name]] as const)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
  );

/**
 * Checks the settings of a deployment.
 *
 * @throws {SetupError} whose message lists every invalid setting
 */
export const parseSettings = (given: Readonly<Record<string, unknown>>): Settings => {
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = issue.path.join(".");
    const value = name === "" ? undefined : given[name];
    return `  ${name}: ${issue.message}${value === undefined ? " (it is not set)" : ` (it is ${JSON.stringify(value)})`}`;
  });
  throw new SetupError(`The deployment settings are wrong:\n${problems.join("\n")}`);
};
