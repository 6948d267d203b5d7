/** Logical id of the secret into which an operator puts the provider's keys. */
export const PAYMENT_SECRET = "paymentKeys";

/** The two keys of the sandbox: what a payment provider would give to an operator. */
export interface SandboxKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** @param random text that no one else knows */
export const sandboxKeys = (random: string): SandboxKeys => ({
  secretKey: `sk_test_${random}`,
  webhookSecret: `whsec_${random}`,
});
