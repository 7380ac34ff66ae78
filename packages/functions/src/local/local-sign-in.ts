import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import type { Context, Settings } from "@knockon/core/context";
import type { SignInSettings } from "../compose/sign-in-settings.ts";
import { SESSION_COOKIE } from "@knockon/core/session/session-cookie";
import { claimWorkspace } from "@knockon/core/workspace/claim-workspace";
import type { SendMail } from "@knockon/core/ports/mail";
import type { SignIn } from "@knockon/core/ports/sign-in";

export interface LocalSignIn {
  secret: string;
  answer: SignIn;
}

interface LocalSignInOptions {
  /** The services that people may sign in with. */
  providers: SignInSettings;
  /** The workspace of this machine: it belongs to the first who signs up and proves an address. */
  ctx: Context;
  dataFolder: string;
  settings: Readonly<Settings>;
  sendMail: SendMail;
}

/** The sign-in of this machine. It is loaded by its first request: a start that nobody signs in to does not wait for it. */
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

/** Made once; sessions outlive the process. */
async function keptSecret(file: string): Promise<string> {
  await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    },
  );
  return readFile(file, "utf8");
}
