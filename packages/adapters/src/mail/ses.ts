import { SESv2Client, SendEmailCommand, type SESv2ClientConfig } from "@aws-sdk/client-sesv2";
import type { SendMail } from "@knockon/core/ports/mail";

/** SES rejected an email. Omits SES's message, which contains the recipient, because errors are logged. */
export class MailRefusedError extends Error {}

/** Short, because a user waits for the response and can request the email again. */
const TIMEOUTS = { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true };

/** Sends email with Amazon SES from a verified address. The client retries throttled requests. */
export function sesMail(sender: string, config: SESv2ClientConfig = {}): SendMail {
  const client = new SESv2Client({ requestHandler: TIMEOUTS, ...config });
  return async ({ to, subject, text }) => {
    const command = new SendEmailCommand({
      FromEmailAddress: sender,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text) } } },
    });
    await client.send(command).catch((error: unknown) => {
      throw new MailRefusedError(`SES rejected an email: ${reasonOf(error)}.`);
    });
  };
}

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });

/** Returns the error name and the AWS request ID. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const metadata = "$metadata" in error ? (error.$metadata as { requestId?: string }) : {};
  return metadata.requestId === undefined ? error.name : `${error.name}, request ${metadata.requestId}`;
}
