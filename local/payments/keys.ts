/** Logical id of the secret that stores the payment provider's keys. */
export const PAYMENT_SECRET = "paymentKeys";

/** The sandbox's two keys, as a payment provider would issue them. */
export interface SandboxKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** @param random a text that nobody else knows */
export const sandboxKeys = (random: string): SandboxKeys => ({
  secretKey: `sk_test_${random}`,
  webhookSecret: `whsec_${random}`,
});
