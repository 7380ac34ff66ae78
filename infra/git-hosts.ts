import { grant } from "./grant.ts";
import { router } from "./router.ts";
import {
  encryptionKeys,
  githubAppClientId,
  githubAppClientSecret,
  githubAppId,
  githubAppInstallations,
  githubAppPrivateKey,
  githubAppSlug,
  githubAppWebhookSecret,
} from "./secret.ts";

/** Of those who seal or open the credentials of git hosts. */
export const useCredentials = grant({ ENCRYPTION_KEYS: encryptionKeys.value });

/** Of those who ask GitHub by an installation. */
export const useInstallations = grant({
  GITHUB_APP_ID: githubAppId.value,
  GITHUB_APP_PRIVATE_KEY: githubAppPrivateKey.value,
  GITHUB_APP_INSTALLATIONS: githubAppInstallations.value,
});

/** Of those who lead people to GitHub and back. */
export const installApp = grant({
  APP_URL: router.url,
  GITHUB_APP_SLUG: githubAppSlug.value,
  GITHUB_APP_CLIENT_ID: githubAppClientId.value,
  GITHUB_APP_CLIENT_SECRET: githubAppClientSecret.value,
});

/** Of who takes the App's own events. */
export const receiveAppEvents = grant({ GITHUB_APP_WEBHOOK_SECRET: githubAppWebhookSecret.value });
