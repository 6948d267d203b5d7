import * as operations from "../../src/contract/operations/billing.ts";
import { createCheckout } from "../../src/domain/billing/checkout.ts";
import { withPayments } from "../../src/runtime/deps/payments.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createCheckout,
  ({ body, caller, deps }) => createCheckout(deps, caller, body),
  withPayments,
);
