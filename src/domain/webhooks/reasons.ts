/** Why the service disables a webhook, as a sentence for people. */
export const REASONS = {
  gone: "its receiver answered 410 Gone",
  unknown: "its receiver does not know the address any more (404)",
  failing: "its receiver gave nothing but failures for five days",
} as const;

export type DisableReason = keyof typeof REASONS;
