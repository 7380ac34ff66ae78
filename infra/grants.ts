import { grant } from "./function.ts";
import { router } from "./router.ts";
import {
  databaseUrl,
  encryptionKeys,
  githubAppClientId,
  githubAppClientSecret,
  githubAppId,
  githubAppInstallations,
  githubAppPrivateKey,
  githubAppSlug,
  githubAppWebhookSecret,
  mailSender,
  ownershipPeopleEnabled,
  ownershipSignalEnabled,
  sessionSecret,
  stripeSecretKey,
  stripeWebhookSecret,
} from "./secrets.ts";
import { stagePolicy } from "./stage.ts";

/** Neon is outside AWS, so the URL is the permission. */
export const useDatabase = grant({ DATABASE_URL: databaseUrl.value });

const ownOrigin = { ALLOWED_ORIGINS: router.url };

export const allowOwnOrigin = grant(ownOrigin);

/** Creates and verifies sessions. Requests that change something must come from the stage's own origin. */
export const useSessions = grant({ SESSION_SECRET: sessionSecret.value, ...ownOrigin });

/** Links to the application. */
export const nameApplication = grant({ APP_URL: router.url });

/** Encrypts and decrypts the credentials of git hosts. */
export const useCredentials = grant({ ENCRYPTION_KEYS: encryptionKeys.value });

/** Calls GitHub as an installation of the App. */
export const useInstallations = grant({
  GITHUB_APP_ID: githubAppId.value,
  GITHUB_APP_PRIVATE_KEY: githubAppPrivateKey.value,
  GITHUB_APP_INSTALLATIONS: githubAppInstallations.value,
});

/** Redirects users to GitHub to install the App, and back. */
export const installApp = grant({
  APP_URL: router.url,
  GITHUB_APP_SLUG: githubAppSlug.value,
  GITHUB_APP_CLIENT_ID: githubAppClientId.value,
  GITHUB_APP_CLIENT_SECRET: githubAppClientSecret.value,
});

/** Receives the App's webhook events. */
export const receiveAppEvents = grant({ GITHUB_APP_WEBHOOK_SECRET: githubAppWebhookSecret.value });

/** Settings of the ownership signal, for functions that read, show or delete it. */
export const readOwnershipSettings = grant({
  OWNERSHIP_SIGNAL_ENABLED: ownershipSignalEnabled.value,
  OWNERSHIP_PEOPLE_ENABLED: ownershipPeopleEnabled.value,
});

/** Recipients see the address. As a secret it would make every permission that contains it unreadable. */
const address = $util.unsecret(mailSender.value);

const identity = (name: string) => `arn:aws:ses:*:*:identity/${name}`;

/** SES verifies either the sender's address or its domain and authorizes by that identity. */
export const sendMail = grant(
  { APP_URL: router.url, MAIL_SENDER: address },
  {
    actions: ["ses:SendEmail"],
    resources: [address.apply(identity), address.apply((text) => identity(text.replace(/^.*@/u, "")))],
  },
);

/** Whether a key is configured is not a secret. */
const isBillingConfigured = $util.unsecret(stripeSecretKey.value.apply((key) => String(key !== "")));

/** Enforces plan limits if Stripe is configured. */
export const enforcePlans = grant({ BILLING_ENFORCED: isBillingConfigured });

/** Calls Stripe. Its pages redirect back to the application. */
export const usePayments = grant({
  APP_URL: router.url,
  STRIPE_SECRET_KEY: stripeSecretKey.value,
  STRIPE_LIVEMODE: String(stagePolicy($app.stage).chargesMoney),
});

/** Receives Stripe's webhook events. */
export const receivePayments = grant({ STRIPE_WEBHOOK_SECRET: stripeWebhookSecret.value });
