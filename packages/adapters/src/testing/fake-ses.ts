import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Mail } from "@knockon/core/ports/mail";
import * as z from "zod";

export const SENDER = "Knockon <no-reply@knockon.example>";

export interface FakeSes {
  endpoint: string;
  /** Accepted emails, in order. */
  mails: Mail[];
  /** Number of requests, accepted or not. */
  requestCount: () => number;
  /** Fails the next requests with these errors. */
  failNext: (...errors: SesError[]) => void;
  /** Delay before accepting an email. */
  delayMs: number;
  close: () => void;
}

interface SesError {
  status: number;
  type: string;
  message: string;
}

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=\w+\/\d{8}\/[\w-]+\/ses\/aws4_request, SignedHeaders=[\w;-]*host[\w;-]*, Signature=[\da-f]{64}$/u;

const Utf8Text = z.strictObject({ Data: z.string().min(1), Charset: z.literal("UTF-8") });

/** The subset of `SendEmail` (SES API v2) for plain text to one recipient. */
const SendEmail = z.strictObject({
  FromEmailAddress: z.literal(SENDER),
  Destination: z.strictObject({ ToAddresses: z.tuple([z.email()]) }),
  Content: z.strictObject({
    Simple: z.strictObject({ Subject: Utf8Text, Body: z.strictObject({ Text: Utf8Text }) }),
  }),
});

/** Starts a fake SES that accepts only valid signed requests. */
export async function startFakeSes(): Promise<FakeSes> {
  const failures: SesError[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    void (async () => {
      requests += 1;
      const body = await readText(request);
      const answer = (status: number, json: object, type?: string): void => {
        const headers = {
          "Content-Type": "application/json",
          "x-amzn-RequestId": randomUUID(),
          ...(type !== undefined && { "x-amzn-ErrorType": type }),
        };
        response.writeHead(status, headers).end(JSON.stringify(json));
      };
      const refuse = ({ status, type, message }: SesError): void => answer(status, { message }, type);
      if (`${request.method} ${request.url}` !== "POST /v2/email/outbound-emails")
        return refuse({ status: 404, type: "NotFoundException", message: "No such operation." });
      if (!SIGNED.test(request.headers.authorization ?? "") || !request.headers["x-amz-date"])
        return refuse({ status: 403, type: "AccessDeniedException", message: "The request is not signed." });
      const failure = failures.shift();
      if (failure) return refuse(failure);
      const asked = SendEmail.safeParse(JSON.parse(body));
      if (!asked.success)
        return refuse({ status: 400, type: "BadRequestException", message: asked.error.message });
      await sleep(fake.delayMs);
      const { Destination, Content } = asked.data;
      const { Subject, Body } = Content.Simple;
      fake.mails.push({ to: Destination.ToAddresses[0], subject: Subject.Data, text: Body.Text.Data });
      answer(200, { MessageId: randomUUID() });
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const fake: FakeSes = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    requestCount: () => requests,
    failNext: (...errors) => void failures.push(...errors),
    delayMs: 0,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return fake;
}
