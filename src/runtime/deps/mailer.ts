import { createMailer } from "../../adapters/mailer.ts";
import type { WithMailer } from "../../domain/ports.ts";
import { readEnv } from "../env.ts";

export const withMailer = (): WithMailer => {
  const { MAIL_SENDER, MAIL_CONFIGURATION_SET } = readEnv();
  return { mailer: createMailer({ sender: MAIL_SENDER, configurationSet: MAIL_CONFIGURATION_SET }) };
};
