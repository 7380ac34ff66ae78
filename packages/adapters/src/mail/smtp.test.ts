import { inspect } from "node:util";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import type { Mail } from "@knockon/core/ports/mail";
import { describeMail } from "../testing/mail-conformance.ts";
import { startMailServer, type MailServer } from "../testing/mail-server.ts";
import { SmtpError, smtpMail } from "./smtp.ts";

const SENDER = "knockon@acme.example";
const MAIL = { to: "ada@acme.example", subject: "Hello", text: "Hello\n" };

const servers: MailServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map(({ stop }) => stop())));

async function open(options: SMTPServerOptions = {}) {
  const server = await startMailServer(options);
  servers.push(server);
  return {
    ...server,
    sendMail: smtpMail(server.url, SENDER),
    received: () => server.received.map(({ to, message }) => readMail(to, message)),
  };
}

/** Decodes the one part of a message. */
function readMail(to: string, message: string): Mail {
  const [head = "", body = ""] = message.split(/\r\n\r\n(.*)/s);
  const headers = head.replaceAll(/\r\n[ \t]+/g, " ");
  const valueOf = (name: string): string => new RegExp(`^${name}: (.*)$`, "im").exec(headers)?.[1] ?? "";
  const encoding = valueOf("Content-Transfer-Encoding");
  const bytes =
    encoding === "base64" ? Buffer.from(body, "base64") : Buffer.from(decodeQuoted(body, "="), "latin1");
  return {
    to,
    subject: decodeWords(valueOf("Subject")),
    text: (encoding === "7bit" ? body : bytes.toString("utf8")).replaceAll("\r\n", "\n"),
  };
}

const decodeQuoted = (quoted: string, sign: string): string =>
  quoted
    .replaceAll(`${sign}\r\n`, "")
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Decodes the encoded words of a header: https://www.rfc-editor.org/rfc/rfc2047 */
const decodeWords = (header: string): string =>
  header
    .replaceAll(/\?= =\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString("utf8")
        : Buffer.from(decodeQuoted(word.replaceAll("_", " "), "="), "latin1").toString("utf8"),
    );

describeMail("SMTP", open);

describe("smtpMail", () => {
  it("signs in with the user name and password of the URL", async () => {
    const seen: unknown[] = [];
    const { url } = await open({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push({ username, password });
        done(null, { user: username });
      },
    });
    const signedIn = new URL(url);
    [signedIn.username, signedIn.password] = ["ada@acme", "p:w@d"];
    await smtpMail(signedIn, SENDER)(MAIL);
    expect(seen).toEqual([{ username: "ada@acme", password: "p:w@d" }]);
  });

  it("throws for a rejected recipient without naming it", async () => {
    const { sendMail } = await open({
      onRcptTo: ({ address }, _session, done) => done(new Error(`${address} is unknown`)),
    });
    const error = await sendMail(MAIL).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(SmtpError);
    expect(inspect(error)).toContain("The mail server did not accept an email: EENVELOPE, status 550.");
    expect(inspect(error)).not.toContain(MAIL.to);
  });

  it("throws if the server is unreachable", async () => {
    const { stop, sendMail } = await open();
    await stop();
    await expect(sendMail(MAIL)).rejects.toThrow("The mail server did not accept an email: ESOCKET.");
  });
});
