import { createPayments } from "../../adapters/payments.ts";
import type { WithPayments } from "../../domain/ports.ts";
import { readEnv } from "../env.ts";

export const withPayments = (): WithPayments => {
  const { PAYMENT_SECRET_ARN, PAYMENT_PRICES, PAYMENT_RETURN_URL, PAYMENT_API_URL } = readEnv();
  return {
    payments: createPayments({
      secretArn: PAYMENT_SECRET_ARN,
      prices: PAYMENT_PRICES,
      returnUrl: PAYMENT_RETURN_URL,
      apiUrl: PAYMENT_API_URL,
    }),
  };
};
