import { grant } from "./grant.ts";
import { encryptionKeys, githubAppId, githubAppInstallations, githubAppPrivateKey } from "./secret.ts";

/** Of those who seal or open the credentials of git hosts. */
export const useCredentials = grant({ ENCRYPTION_KEYS: encryptionKeys.value });

/** Of those who ask GitHub by an installation. */
export const useInstallations = grant({
  GITHUB_APP_ID: githubAppId.value,
  GITHUB_APP_PRIVATE_KEY: githubAppPrivateKey.value,
  GITHUB_APP_INSTALLATIONS: githubAppInstallations.value,
});
