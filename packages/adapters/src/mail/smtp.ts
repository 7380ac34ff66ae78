import { createTransport } from "nodemailer";
import type { SendMail } from "@knockon/core/ports/mail";

/** The mail server rejected an email or could not be reached. Omits its message, which can contain the recipient. */
export class SmtpError extends Error {}

/** Short, because a user waits for the response and can request the email again. */
const TIMEOUTS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/** Sends email over SMTP. The scheme `smtps` requires TLS from the start; `smtp` uses it if the server offers it. */
export function smtpMail(url: URL, sender: string): SendMail {
  const isSecure = url.protocol === "smtps:";
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(url.username !== "" && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    ...TIMEOUTS,
  });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from: sender, to, subject, text }).catch((error: unknown) => {
      throw new SmtpError(`The mail server did not accept an email: ${reasonOf(error)}.`);
    });
  };
}

/** Returns the error code, such as `ECONNECTION`, and the status of the server. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code = error.name, responseCode } = error as Error & { code?: string; responseCode?: number };
  return responseCode === undefined ? code : `${code}, status ${responseCode}`;
}
