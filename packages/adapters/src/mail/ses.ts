import { SESv2Client, SendEmailCommand, type SESv2ClientConfig } from "@aws-sdk/client-sesv2";
import type { SendMail } from "@knockon/core/ports/mail";

/** SES would not take a mail. Its own words, which name whom it was for, are not in it: errors are logged. */
export class MailRefusedError extends Error {}

/** A person waits for the answer, and a mail that is not out by then is asked for again. */
const PATIENCE = { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true };

/** Amazon SES, from an address that was proved there. What it throttles is sent again by its client. */
export function sesMail(sender: string, config: SESv2ClientConfig = {}): SendMail {
  const client = new SESv2Client({ requestHandler: PATIENCE, ...config });
  return async ({ to, subject, text }) => {
    const command = new SendEmailCommand({
      FromEmailAddress: sender,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text) } } },
    });
    await client.send(command).catch((error: unknown) => {
      throw new MailRefusedError(`SES did not take a mail: ${reasonOf(error)}.`);
    });
  };
}

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });

/** The kind of the refusal, and what AWS knows it by. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const metadata = "$metadata" in error ? (error.$metadata as { requestId?: string }) : {};
  return metadata.requestId === undefined ? error.name : `${error.name}, request ${metadata.requestId}`;
}
