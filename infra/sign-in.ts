import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { useDatabase } from "./database.ts";
import { createFunction } from "./function.ts";
import { api } from "./gateway.ts";
import { grant } from "./grant.ts";
import { sendMails } from "./mail.ts";
import {
  githubClientId,
  githubClientSecret,
  gitlabClientId,
  gitlabClientSecret,
  gitlabIssuer,
} from "./secret.ts";
import { useSessions } from "./session.ts";

const useProviders = grant({
  GITHUB_CLIENT_ID: githubClientId.value,
  GITHUB_CLIENT_SECRET: githubClientSecret.value,
  GITLAB_CLIENT_ID: gitlabClientId.value,
  GITLAB_CLIENT_SECRET: gitlabClientSecret.value,
  GITLAB_ISSUER: gitlabIssuer.value,
});

/** The library's import takes longer than what most operations do, and hashing a password a whole CPU. */
const signIn = createFunction("SignIn", {
  bundle: "sign-in",
  memory: "1769 MB",
  timeout: "29 seconds",
  grants: [useDatabase, useSessions, useProviders, sendMails],
});

api.route(`ANY ${SIGN_IN_PATH}/{proxy+}`, signIn.arn);
