import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { describeMail } from "../testing/mail-conformance.ts";
import { SENDER, startFakeSes, type FakeSes } from "../testing/fake-ses.ts";
import { MailRefusedError, sesMail } from "./ses.ts";

const fakes: FakeSes[] = [];

afterEach(() => fakes.splice(0).forEach(({ close }) => close()));

async function open() {
  const fake = await startFakeSes();
  fakes.push(fake);
  const sendMail = sesMail(SENDER, {
    endpoint: fake.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  return { fake, sendMail, received: () => fake.mails };
}

const MAIL = { to: "ada@acme.example", subject: "Hello", text: "Hello\n" };
const THROTTLED = {
  status: 429,
  type: "TooManyRequestsException",
  message: "Maximum sending rate exceeded.",
};

describeMail("SES", open);

describe("sesMail", () => {
  it("retries a throttled request", async () => {
    const { fake, sendMail, received } = await open();
    fake.failNext(THROTTLED, THROTTLED);
    await sendMail(MAIL);
    expect(received()).toEqual([MAIL]);
    expect(fake.requestCount()).toBe(3);
  });

  it("throws after repeated throttling", async () => {
    const { fake, sendMail } = await open();
    fake.failNext(...Array.from({ length: 20 }, () => THROTTLED));
    await expect(sendMail(MAIL)).rejects.toThrow("TooManyRequestsException");
  });

  it("throws for a rejected email without a retry, and omits the recipient's address", async () => {
    const { fake, sendMail, received } = await open();
    fake.failNext({
      status: 400,
      type: "MessageRejected",
      message: "Email address is not verified. The following identities failed the check: ada@acme.example",
    });
    const error = await sendMail(MAIL).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(MailRefusedError);
    expect(inspect(error)).toMatch(/SES rejected an email: MessageRejected, request [\da-f-]{36}\./u);
    expect(inspect(error)).not.toContain("ada@acme.example");
    expect(fake.requestCount()).toBe(1);
    expect(received()).toEqual([]);
  });

  it("throws if SES is unreachable", async () => {
    const { fake, sendMail } = await open();
    fake.close();
    await expect(sendMail(MAIL)).rejects.toThrow(/^SES rejected an email: \w+\.$/u);
  });
});
