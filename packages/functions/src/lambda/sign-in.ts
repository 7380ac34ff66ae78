import { sesMail } from "@knockon/adapters/mail/ses";
import { postgresRateCounter } from "@knockon/adapters/rate-counter/postgres";
import { createSignIn } from "@knockon/adapters/sign-in/sign-in";
import { createFallback } from "@knockon/api/app";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { describeFault } from "@knockon/core/describe-fault";
import type { SendMail } from "@knockon/core/ports/mail";
import { SESSION_COOKIE } from "@knockon/core/session/session-cookie";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose/aws.ts";
import { required } from "../compose/required.ts";
import { parseSessionSecret } from "../compose/session-secret.ts";
import { parseSignInSettings } from "../compose/sign-in-settings.ts";
import { routerProof, viewerAddress } from "../viewer-address.ts";

const { database, log, now, settings } = composeAws(process.env);
const allowedOrigins = process.env["ALLOWED_ORIGINS"]?.split(",") ?? [];
const secret = parseSessionSecret(process.env);
if (secret === undefined) throw new Error("SESSION_SECRET is not set.");
const proof = routerProof(secret);
if (!settings.appUrl.startsWith("https://")) throw new Error("APP_URL is no https address.");

/** Loaded before the first request, of which one that mails would else take longer than one that does not. */
const sendBySes = sesMail(required(process.env, "MAIL_SENDER"));

/** Whoever waits for a mail is told nothing of its failure, and the library's log not what it was. */
const sendMail: SendMail = async (mail) => {
  try {
    await sendBySes(mail);
  } catch (error) {
    log.error("mail not sent", { error: describeFault(error) });
    throw error;
  }
};

/** The mails that are on their way beside an answer. */
const mails = new Set<Promise<unknown>>();

const answer = handle(
  createFallback(
    {
      log,
      allowedOrigins,
      signIn: {
        answer: createSignIn({
          database,
          secret,
          baseUrl: settings.appUrl,
          basePath: SIGN_IN_PATH,
          cookieName: SESSION_COOKIE,
          allowedOrigins,
          sendMail,
          log,
          waitUntil: (mail) => void mails.add(mail),
          ...parseSignInSettings(process.env),
        }),
        limits: { counter: postgresRateCounter(database), now, secret },
        addressOf: (c) => viewerAddress((c.env as { event: APIGatewayProxyEventV2 }).event, proof),
      },
    },
    [],
  ),
);

/** Everything below `SIGN_IN_PATH`. The container stands still once this returns, so the mails have to be out. */
export const handler: typeof answer = async (event, context) => {
  const answered = await answer(event, context);
  await Promise.allSettled(mails);
  mails.clear();
  return answered;
};
