import { useState } from "react";
import type { Account, AlertSeverity } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { useAction } from "../api/queries.ts";
import { Button, Card } from "../ui/basics.tsx";
import { AreaField, Form, SelectField, TextField } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";

type Mail = Account["mail"];
type Topic = keyof Mail;

const TOPICS: readonly (readonly [topic: Topic, label: string])[] = [
  ["alert", "Alerts"],
  ["report", "Weekly report"],
  ["quota", "Quota"],
  ["webhook-disabled", "Disabled webhooks"],
];

const addressesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter(Boolean);

/** The account's name, and who receives which emails. */
export const MailSettings = ({ account }: { readonly account: Account }) => {
  const [name, setName] = useState(account.name);
  const [severity, setSeverity] = useState<AlertSeverity>(account.alertMailSeverity);
  const [texts, setTexts] = useState<Readonly<Record<Topic, string>>>(
    () =>
      Object.fromEntries(TOPICS.map(([topic]) => [topic, account.mail[topic].join("\n")])) as Record<
        Topic,
        string
      >,
  );
  const saving = useAction(
    (client) =>
      client.updateAccount({
        name,
        alertMailSeverity: severity,
        mail: Object.fromEntries(TOPICS.map(([topic]) => [topic, addressesOf(texts[topic])])),
      }),
    { done: "Saved.", isQuiet: true, changes: [["account"]] },
  );
  return (
    <Card title="Account and email">
      <Form onSend={() => saving.mutate()}>
        <div className="fields">
          <TextField label="Account name" required value={name} onValue={setName} />
          <SelectField
            label="Minimum severity to email"
            value={severity}
            options={CHOICES.AlertSeverity}
            onValue={setSeverity}
            hint="This severity and above."
          />
        </div>
        <div className="fields">
          {TOPICS.map(([topic, label]) => (
            <AreaField
              key={topic}
              label={label}
              rows={3}
              value={texts[topic]}
              onValue={(text) => setTexts({ ...texts, [topic]: text })}
              hint="One address per line. Leave empty to send no email."
            />
          ))}
        </div>
        {saving.error !== null && <Problem error={saving.error} />}
        <div>
          <Button needs="account:write" type="submit" look="primary" isBusy={saving.isPending}>
            Save
          </Button>
        </div>
      </Form>
    </Card>
  );
};
