import type { WebhookFormat } from "../../client/index.ts";

interface FormatWords {
  readonly name: string;
  /** What the select says. */
  readonly option: string;
  readonly placeholder: string;
  readonly hint?: string;
}

const MASKED = "Encrypted, and shown only in part.";

/** How each format is called, and what its URL looks like. */
export const FORMATS: Readonly<Record<WebhookFormat, FormatWords>> = {
  json: {
    name: "JSON",
    option: "Signed events (JSON)",
    placeholder: "https://hooks.example/gleaner",
  },
  slack: {
    name: "Slack",
    option: "Slack messages, one per alert",
    placeholder: "https://hooks.slack.com/services/…",
    hint: "Encrypted. Only its host and last four characters are shown.",
  },
  discord: {
    name: "Discord",
    option: "Discord messages, one per alert",
    placeholder: "https://discord.com/api/webhooks/…",
    hint: `From the channel's settings: Integrations, Webhooks, Copy Webhook URL. ${MASKED}`,
  },
  teams: {
    name: "Microsoft Teams",
    option: "Microsoft Teams cards, one per alert",
    placeholder: "https://….logic.azure.com/workflows/…",
    hint: `From the channel's menu: Workflows, “Send webhook alerts to a channel”. ${MASKED}`,
  },
  ntfy: {
    name: "ntfy",
    option: "ntfy notifications, one per alert",
    placeholder: "https://ntfy.sh/my-topic",
    hint: `Ends in the topic. For a protected topic add the header Authorization. ${MASKED}`,
  },
  custom: {
    name: "Custom",
    option: "A body of your own",
    placeholder: "https://chat.example/hooks/…",
    hint: MASKED,
  },
};

export const DEFAULT_TEMPLATE = '{\n  "text": "{{title}}\\n{{changes}}\\n{{dashboardUrl}}"\n}';
