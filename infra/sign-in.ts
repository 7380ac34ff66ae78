import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { api } from "./api.ts";
import { createFunction, grant } from "./function.ts";
import { sendMail, useDatabase, useSessions } from "./grants.ts";
import {
  githubClientId,
  githubClientSecret,
  gitlabClientId,
  gitlabClientSecret,
  gitlabIssuer,
} from "./secrets.ts";

const useProviders = grant({
  GITHUB_CLIENT_ID: githubClientId.value,
  GITHUB_CLIENT_SECRET: githubClientSecret.value,
  GITLAB_CLIENT_ID: gitlabClientId.value,
  GITLAB_CLIENT_SECRET: gitlabClientSecret.value,
  GITLAB_ISSUER: gitlabIssuer.value,
});

/** 1769 MB is one full CPU: loading the sign-in library and hashing passwords are CPU-bound. */
const signIn = createFunction("SignIn", {
  bundle: "sign-in",
  memory: "1769 MB",
  timeout: "29 seconds",
  grants: [useDatabase, useSessions, useProviders, sendMail],
});

api.route(`ANY ${SIGN_IN_PATH}/{proxy+}`, signIn.arn);
