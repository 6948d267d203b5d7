/** Signing in on a page that is pointed at: the flow gets the steps, and its password is a secret. */
import type { InspectedPage, Step } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { type Opening, signsIn } from "./opening.ts";

export type LoginForm = NonNullable<InspectedPage["signIn"]>;

export interface Login {
  readonly username: string;
  readonly password: string;
}

const PASSWORD = "password";

const stepsOf = ({ username, password, submit }: LoginForm, name: string): Step[] => [
  { type: "type", selector: username, text: name, when: "signed-out" },
  { type: "type", selector: password, text: `{{secret.${PASSWORD}}}`, when: "signed-out" },
  submit === undefined
    ? { type: "press", key: "Enter", selector: password, when: "signed-out" }
    : { type: "click", selector: submit, when: "signed-out" },
];

/** How the page is opened once the flow signs in. Steps that signed in differently are replaced. */
const openingWith = (opening: Opening, form: LoginForm, name: string, flowId: string): Opening => {
  const others = (opening.steps ?? []).filter((step) => !signsIn(step));
  const { render, ...rest } = opening;
  return {
    ...rest,
    render: render === "static" ? "auto" : render,
    steps: [...stepsOf(form, name), ...others],
    flowId,
  };
};

/**
 * Stores the password and says how to open the page behind the login. A flow that does not exist yet is created as a
 * draft, because a password is stored with its flow.
 */
export const useSignIn = (opening: Opening, form: LoginForm, onOpen: (opening: Opening) => void) =>
  useAction(
    async (client, { username, password }: Login) => {
      const flowId =
        opening.flowId ??
        (
          await client.createFlow({
            name: new URL(opening.url).hostname,
            url: opening.url,
            mode: "interact",
            session: { keep: true },
            steps: stepsOf(form, username),
          })
        ).id;
      await client.flows.putSecret(flowId, PASSWORD, { value: password });
      return openingWith(opening, form, username, flowId);
    },
    { isQuiet: true, changes: [["flows"]], onDone: onOpen },
  );
