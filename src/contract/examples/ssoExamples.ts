/** Examples of the operations on single sign-on; see `examples.ts`. */
import { PEOPLE_EXAMPLES } from "./peopleExamples.ts";

const SIGN_IN_URL = "https://gleaner.example/dashboard/sign-in/BCDF-GHJK-LMNP";
const COMPANY = "BCDF-GHJK-LMNP";

const settings = {
  issuer: "https://login.shop.example",
  clientId: "gleaner",
  groupsClaim: "groups",
  groupRoles: [{ group: "data-team", role: "editor" as const }],
  defaultRole: "viewer" as const,
};

const on = () => ({
  signInUrl: SIGN_IN_URL,
  provider: { ...settings, clientSecret: "…" as const, updatedAt: "2026-11-21T06:00:00.000Z" },
});

export const SSO_EXAMPLES = {
  getSso: { answer: on() },
  putSso: { body: { ...settings, clientSecret: "the client's secret" }, answer: on() },
  deleteSso: { answer: { signInUrl: SIGN_IN_URL, provider: null } },
  startSso: {
    body: { company: COMPANY },
    answer: {
      authorizationUrl: "https://login.shop.example/authorize?client_id=gleaner&response_type=code&state=…",
    },
  },
  finishSso: {
    body: { company: COMPANY, query: "code=…&state=…" },
    answer: { ...PEOPLE_EXAMPLES.finishSignIn.answer, signedInWith: "sso" as const },
  },
};
