import type { Settings } from "../../lib/settings.ts";

/** Advice for an operator who deploys a stage without recipients for its alarms. */
export const adviseOnAlarms = ({ alarmEmail, monthlyBudget }: Settings): readonly string[] => [
  ...(alarmEmail === undefined
    ? [
        "NO ALARM REACHES ANYBODY: nobody is told when runs fail or the clock stops. Give -c alarmEmail=you@example.org; the stage keeps it from then on.",
      ]
    : []),
  ...(monthlyBudget === undefined
    ? [
        "There is no alarm on the bill: give -c monthlyBudget=50 to be told before a month costs that many dollars.",
      ]
    : []),
];

/** What remains to be done after a deployment with a new address. */
export const remindToConfirm = (
  { alarmEmail }: Settings,
  kept: Readonly<Record<string, string>>,
): readonly string[] =>
  alarmEmail === undefined || kept.alarmEmail === alarmEmail
    ? []
    : [
        `AWS has sent a mail to ${alarmEmail}, "AWS Notification - Subscription Confirmation". Click its link: until then, alarms reach nobody.`,
      ];
