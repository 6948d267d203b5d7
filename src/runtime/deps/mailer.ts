import { createMailer } from "../../adapters/mailer.ts";
import type { WithMailer } from "../../domain/ports.ts";
import { readEnv } from "../env.ts";

export const withMailer = (): WithMailer => ({ mailer: createMailer(readEnv().MAIL_SENDER) });
