import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface MailServer {
  url: URL;
  /** The received messages with their headers, in order. */
  received: { to: string; message: string }[];
  stop: () => Promise<void>;
}

/** Starts a mail server on the loopback without TLS. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: MailServer["received"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          to: envelope.rcptTo[0]?.address ?? "",
          message: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
    ...options,
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: new URL(`smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`),
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
