import { MailEvents, recordMailEvents } from "../../src/domain/mail/suppress.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(MailEvents, (event, { deps }) => recordMailEvents(deps, event));
