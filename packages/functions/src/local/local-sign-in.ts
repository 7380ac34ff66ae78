import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import type { Context, Settings } from "@knockon/core/context";
import type { SignInSettings } from "../compose/settings.ts";
import { SESSION_COOKIE } from "@knockon/core/session/session-cookie";
import { claimWorkspace } from "@knockon/core/workspace/claim-workspace";
import type { SendMail } from "@knockon/core/ports/mail";
import type { SignIn } from "@knockon/core/ports/sign-in";

export interface LocalSignIn {
  secret: string;
  answer: SignIn;
}

interface LocalSignInOptions {
  /** OAuth providers for sign-in. */
  providers: SignInSettings;
  /** Context of the machine's workspace, which the first user with a verified address owns. */
  ctx: Context;
  dataFolder: string;
  settings: Readonly<Settings>;
  sendMail: SendMail;
}

/** Opens the sign-in of this machine. The library is loaded on the first request, so the start does not wait for it. */
export async function openLocalSignIn(options: LocalSignInOptions): Promise<LocalSignIn> {
  const { ctx, dataFolder, settings, sendMail, providers } = options;
  const secret = await keptSecret(join(dataFolder, "session-secret"));
  let opened: Promise<SignIn> | undefined;
  const open = async (): Promise<SignIn> => {
    const { createSignIn } = await import("@knockon/adapters/sign-in/sign-in");
    return createSignIn({
      database: ctx.database,
      secret,
      baseUrl: settings.appUrl,
      basePath: SIGN_IN_PATH,
      cookieName: SESSION_COOKIE,
      allowedOrigins: [settings.appUrl, settings.appUrl.replace("//127.0.0.1", "//localhost")],
      sendMail,
      log: ctx.log,
      ...providers,
      onConfirm: (userId) => claimWorkspace(ctx, userId),
    });
  };
  return { secret, answer: async (asked) => (await (opened ??= open()))(asked) };
}

/** Creates the secret once, so that sessions survive a restart. */
async function keptSecret(file: string): Promise<string> {
  await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    },
  );
  return readFile(file, "utf8");
}
