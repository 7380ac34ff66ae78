import { sesMail } from "@knockon/adapters/mail/ses";
import { postgresRateCounter } from "@knockon/adapters/rate-counter/postgres";
import { createSignIn } from "@knockon/adapters/sign-in/sign-in";
import { createFallback } from "@knockon/api/app";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { describeFault } from "@knockon/core/describe-fault";
import type { SendMail } from "@knockon/core/ports/mail";
import { leaveWorkspaces } from "@knockon/core/session/leave-workspaces";
import { SESSION_COOKIE } from "@knockon/core/session/session";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose/aws.ts";
import { parseSessionSecret, parseSignInSettings, required } from "../compose/settings.ts";
import { routerProof, viewerAddress } from "../viewer-address.ts";

const { database, log, now, settings } = composeAws(process.env);
const allowedOrigins = process.env["ALLOWED_ORIGINS"]?.split(",") ?? [];
const secret = parseSessionSecret(process.env);
if (secret === undefined) throw new Error("SESSION_SECRET is not set.");
const proof = routerProof(secret);
if (!settings.appUrl.startsWith("https://")) throw new Error("APP_URL is not an https URL.");

/** Loaded before the first request. Otherwise a first request that sends email would take longer than one that does not. */
const sendBySes = sesMail(required(process.env, "MAIL_SENDER"));

/** Logs failures here, because the response must not reveal them and the library's log omits the cause. */
const sendMail: SendMail = async (mail) => {
  try {
    await sendBySes(mail);
  } catch (error) {
    log.error("mail not sent", { error: describeFault(error) });
    throw error;
  }
};

/** Emails in progress. */
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
          onDelete: (userId) => leaveWorkspaces({ database, now }, userId),
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

/** Handles everything below `SIGN_IN_PATH`. Waits for emails, because the container is suspended after the response. */
export const handler: typeof answer = async (event, context) => {
  const answered = await answer(event, context);
  await Promise.allSettled(mails);
  mails.clear();
  return answered;
};
