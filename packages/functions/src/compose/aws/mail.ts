import { sesMail } from "@knockon/adapters/mail/ses";
import type { ComposePort } from "../aws.ts";
import { required } from "../settings.ts";

export const composeMail: ComposePort = (env) => ({ sendMail: sesMail(required(env, "MAIL_SENDER")) });
