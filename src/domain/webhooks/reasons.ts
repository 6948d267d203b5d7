/** Why the service disables a webhook, as a sentence for people. */
export const REASONS = {
  gone: "its receiver answered 410 Gone",
  unknown: "its receiver answered 404 Not Found",
  failing: "every delivery failed for five days",
} as const;

export type DisableReason = keyof typeof REASONS;
