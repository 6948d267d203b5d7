import * as operations from "../../src/contract/operations/billing.ts";
import { receivePaymentEvent } from "../../src/domain/billing/receive.ts";
import { withPayments } from "../../src/runtime/deps/payments.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.receivePaymentEvent,
  ({ rawBody, headers, deps }) => receivePaymentEvent(deps, rawBody, headers["stripe-signature"]),
  withPayments,
);
