/** Single sign-on: members sign in with the identity provider of their account's owner, by OpenID Connect. */
import * as z from "zod";
import { HttpUrl, Timestamp } from "../common.ts";
import { KEPT_SECRET } from "../deliveries/destinationTargets.ts";
import { line } from "../text.ts";
import { Role } from "./roles.ts";

/** The browser has to come back from the provider within this time. */
export const SSO_MINUTES = 10;
/** The provider is asked again once a day, so that whoever was removed there is soon signed out here. */
export const SSO_SESSION_HOURS = 24;
const MAX_GROUP_ROLES = 50;

const GroupRole = z.strictObject({ group: line(200), role: Role });

const provider = {
  issuer: HttpUrl.describe(
    "The provider's issuer: `<issuer>/.well-known/openid-configuration` is its discovery document. Must be https.",
  ).meta({ examples: ["https://login.shop.example"] }),
  clientId: line(200).describe("The id that the provider has given Gleaner."),
};

const roles = {
  groupsClaim: line(200).describe(
    "The claim that lists a person's groups, in the ID token or at the userinfo endpoint.",
  ),
  groupRoles: z
    .array(GroupRole)
    .max(MAX_GROUP_ROLES)
    .describe(
      "Roles by group, set each time a person signs in: the highest one counts. If any is given, groups decide: whoever is " +
        "in none of them has `defaultRole`. Empty: roles are given in Gleaner.",
    ),
  defaultRole: Role.extract(["editor", "viewer"])
    .nullable()
    .describe(
      "The role of people who have none by a group, a membership or an invitation; null: they can't sign in.",
    ),
};

export const PutSso = z.strictObject({
  ...provider,
  clientSecret: z
    .string()
    .min(1)
    .max(500)
    .nullable()
    .default(null)
    .describe(
      `The client's secret; null: the provider relies on PKCE alone. \`${KEPT_SECRET}\` keeps the current one, for the same ` +
        "issuer and client.",
    ),
  groupsClaim: roles.groupsClaim.default("groups"),
  groupRoles: roles.groupRoles.default([]),
  defaultRole: roles.defaultRole.default(null),
});
export type PutSso = z.output<typeof PutSso>;

export const Sso = z.object({
  signInUrl: z
    .string()
    .describe("The page on which people sign in. Also the redirect URI to register with the provider."),
  provider: z
    .object({
      ...provider,
      clientSecret: z
        .literal(KEPT_SECRET)
        .nullable()
        .describe("null: there is none. The secret itself is never shown."),
      ...roles,
      updatedAt: Timestamp,
    })
    .nullable()
    .describe("null: single sign-on is off."),
});
export type Sso = z.infer<typeof Sso>;

const company = z
  .string()
  .trim()
  .toUpperCase()
  .max(40)
  .regex(/^[A-Z-]+$/, "must be the end of the account's sign-in address")
  .describe("The end of the account's `signInUrl`.")
  .meta({ examples: ["BCDF-GHJK-LMNP"] });

export const StartSso = z.strictObject({ company });

export const SsoStarted = z.object({
  authorizationUrl: z
    .string()
    .describe("Where the browser has to go. The provider sends it back to the account's `signInUrl`."),
});

export const FinishSso = z.strictObject({
  company,
  query: z
    .string()
    .min(1)
    .max(8_000)
    .describe("The query of the URL to which the provider has sent the browser: `code=…&state=…`."),
});
export type FinishSso = z.infer<typeof FinishSso>;
