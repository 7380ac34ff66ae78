import { SIGN_IN_PATH } from "@knockon/contract/operation";
import type { Context, Settings } from "@knockon/core/context";
import type { SendMail } from "@knockon/core/ports/mail";
import type { SignIn } from "@knockon/core/ports/sign-in";
import { leaveWorkspaces } from "@knockon/core/session/leave-workspaces";
import { SESSION_COOKIE } from "@knockon/core/session/session";
import { claimWorkspace } from "@knockon/core/workspace/create-workspace";
import type { SignInSettings } from "../compose/settings.ts";
import { openSessionSecret } from "./kept-secrets.ts";

export interface LocalSignIn {
  secret: string;
  answer: SignIn;
}

interface LocalSignInOptions {
  providers: SignInSettings;
  /** The local workspace. The first user who verifies an email address becomes its Owner. */
  ctx: Context;
  dataFolder: string;
  /** `SESSION_SECRET`; null for the one in the data folder. */
  sessionSecret: string | null;
  /** Origins besides that of the application. */
  allowedOrigins: readonly string[];
  settings: Readonly<Settings>;
  sendMail: SendMail;
}

/** Opens the sign-in of the local product. Its library is loaded at the first request, because loading it delays the start. */
export async function openLocalSignIn(options: LocalSignInOptions): Promise<LocalSignIn> {
  const { ctx, dataFolder, settings, sendMail, providers } = options;
  const secret = options.sessionSecret ?? (await openSessionSecret(dataFolder));
  let opened: Promise<SignIn> | undefined;
  const open = async (): Promise<SignIn> => {
    const { createSignIn } = await import("@knockon/adapters/sign-in/sign-in");
    return createSignIn({
      database: ctx.database,
      secret,
      baseUrl: settings.appUrl,
      basePath: SIGN_IN_PATH,
      cookieName: SESSION_COOKIE,
      allowedOrigins: [
        settings.appUrl,
        settings.appUrl.replace("//127.0.0.1", "//localhost"),
        ...options.allowedOrigins,
      ],
      sendMail,
      log: ctx.log,
      ...providers,
      onConfirm: (userId) => claimWorkspace(ctx, userId),
      onDelete: (userId) => leaveWorkspaces(ctx, userId),
    });
  };
  return { secret, answer: async (request) => (await (opened ??= open()))(request) };
}
