import { useState } from "react";
import type { Account, BillingInterval, PaidPlan } from "../../client/index.ts";
import { CHOICES, PLANS } from "../../client/vocabulary.ts";
import { useAction } from "../api/queries.ts";
import { Badge, Bar, Button, Card, Time } from "../ui/basics.tsx";
import { Form, Segments, TextField } from "../ui/form.tsx";
import { showAmount, showCount, showMoney, showName } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";

const INTERVALS = [
  ["month", "Monthly"],
  ["year", "Yearly"],
] as const satisfies readonly (readonly [BillingInterval, string])[];

const Usage = ({ account: { usage, limits, maxMonthlyCostUsd } }: { readonly account: Account }) => (
  <Card title="This month">
    <div className="stack tight">
      <div className="row spread">
        <span>Runs</span>
        <span>
          {showCount(usage.runs)} of {showCount(limits.monthlyRuns)}
        </span>
      </div>
      <Bar share={usage.runs / limits.monthlyRuns} label="Runs used" />
    </div>
    {maxMonthlyCostUsd !== null && (
      <div className="stack tight">
        <div className="row spread">
          <span>Budget</span>
          <span>
            {showMoney(usage.cost)} of {showMoney(maxMonthlyCostUsd)}
          </span>
        </div>
        <Bar share={usage.cost / maxMonthlyCostUsd} label="Budget used" />
      </div>
    )}
    <dl className="facts">
      <dt>Pages</dt>
      <dd>{showCount(usage.pages)}</dd>
      <dt>Cost</dt>
      <dd>{showMoney(usage.cost)}</dd>
      <dt>Resets</dt>
      <dd>
        <Time at={usage.resetsAt} />
      </dd>
    </dl>
  </Card>
);

/** US dollars; null for no limit; undefined if it is not an amount. */
const amountOf = (text: string): number | null | undefined => {
  const digits = text.trim().replace(/^\$\s*/, "");
  if (digits === "") return null;
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined;
};

const Budget = ({ account }: { readonly account: Account }) => {
  const [budget, setBudget] = useState(String(account.maxMonthlyCostUsd ?? ""));
  const [isRefused, setIsRefused] = useState(false);
  const saving = useAction(
    (client, maxMonthlyCostUsd: number | null) => client.updateAccount({ maxMonthlyCostUsd }),
    { done: "Saved.", isQuiet: true, changes: [["account"]] },
  );
  // An invalid amount must not be sent: JSON would turn it into null, which removes the limit.
  const save = () => {
    const amount = amountOf(budget);
    setIsRefused(amount === undefined);
    if (amount !== undefined) saving.mutate(amount);
  };
  return (
    <Card title="Budget">
      <Form onSend={save}>
        <TextField
          label="Monthly budget (US$)"
          inputMode="decimal"
          value={budget}
          onValue={setBudget}
          fault={isRefused ? "Enter an amount such as 12.50." : undefined}
          hint="New runs stop when it's reached. Leave empty for no limit."
        />
        {saving.error !== null && <Problem error={saving.error} />}
        <div>
          <Button needs="account:write" type="submit" isBusy={saving.isPending}>
            Save budget
          </Button>
        </div>
      </Form>
    </Card>
  );
};

type PlanName = keyof typeof PLANS;
const NAMES = Object.keys(PLANS) as PlanName[];
const isPaid = (name: string): name is PaidPlan => CHOICES.PaidPlan.some((paid) => paid === name);

/** A plan's price, if the service states one. */
const priceOf = ({ planPrices }: Account, name: PlanName, interval: BillingInterval): string => {
  if (!isPaid(name)) return "Free";
  const price = planPrices.find((each) => each.plan === name && each.interval === interval);
  return price ? `${showAmount(price.amount, price.currency)} per ${interval}` : "–";
};

const Upgrade = ({ account }: { readonly account: Account }) => {
  const [interval, setInterval] = useState<BillingInterval>("month");
  const buying = useAction((client, plan: PaidPlan) => client.createCheckout({ plan, interval }), {
    isQuiet: true,
    onDone: ({ url }) => location.assign(url),
  });
  return (
    <Card
      title="Plans"
      isFlush
      actions={<Segments label="Billing period" value={interval} onValue={setInterval} options={INTERVALS} />}
    >
      <Table
        caption="Plans"
        rows={NAMES}
        keyOf={(name) => name}
        columns={[
          { title: "Plan", isName: true, cell: showName },
          ...(account.planPrices.length > 0
            ? [{ title: "Price", cell: (name: PlanName) => priceOf(account, name, interval) }]
            : []),
          { title: "Runs per month", isNumber: true, cell: (name) => showCount(PLANS[name].monthlyRuns) },
          {
            title: "Pages per run",
            isNumber: true,
            isExtra: true,
            cell: (name) => showCount(PLANS[name].pagesPerRun),
          },
          {
            title: "Concurrent runs",
            isNumber: true,
            isExtra: true,
            cell: (name) => showCount(PLANS[name].concurrentRuns),
          },
          {
            title: "Data retention",
            isNumber: true,
            isExtra: true,
            cell: (name) => `${showCount(PLANS[name].retentionDays)} days`,
          },
          {
            title: "Choose",
            cell: (name) => {
              if (name === account.plan) return <Badge of="current" />;
              if (!isPaid(name)) return null;
              return (
                <Button
                  needs="billing:write"
                  isSmall
                  isBusy={buying.isPending}
                  aria-label={`Change to ${name}`}
                  onClick={() => buying.mutate(name)}
                >
                  Change
                </Button>
              );
            },
          },
        ]}
      />
      {buying.error !== null && <Problem error={buying.error} />}
    </Card>
  );
};

export const Plan = ({ account }: { readonly account: Account }) => (
  <>
    <div className="columns">
      <Usage account={account} />
      <Budget account={account} />
    </div>
    <Upgrade account={account} />
    {account.subscription !== null && (
      <p className="row">
        Subscription, billed by the {account.subscription.interval}:{" "}
        <Badge of={account.subscription.status} />
      </p>
    )}
  </>
);
