import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { SessionFrame, textLink } from "./session-frame.tsx";
import {
  type Provider,
  PROVIDER_NAMES,
  providersQuery,
  signIn,
  startSocialSignIn,
} from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { focusOnMount } from "../../components/dom.ts";
import { TextField } from "../../components/fields.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";

const route = getRouteApi("/login");

export function LoginPage() {
  const { next, error } = route.useSearch();
  const { data: providers = [] } = useQuery(providersQuery);
  const client = useQueryClient();
  const router = useRouter();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const enter = useAction({
    run: () => signIn({ email, password }, next),
    showsErrors: true,
    onSuccess() {
      client.clear();
      router.history.push(next ?? "/");
    },
  });
  const social = useAction({
    run: (provider: Provider) => startSocialSignIn(provider, next ?? "/"),
    onSuccess: (url) => location.assign(url),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    enter.mutate();
  };
  return (
    <SessionFrame
      title="Sign in to Knockon"
      footer={
        <>
          New to Knockon?{" "}
          <Link to="/signup" search={next === undefined ? {} : { next }} className={textLink}>
            Sign up
          </Link>
        </>
      }
    >
      {error !== undefined && (
        <Notice tone="warning" title={error === "access_denied" ? "Sign-in was canceled" : "Sign-in failed"}>
          {providers.length > 0 ? "Choose a way to sign in below." : "Sign in with your email and password."}
        </Notice>
      )}
      {enter.isError && <ErrorNotice error={enter.error} />}
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          ref={focusOnMount}
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <TextField
          label="Password"
          beside={
            <Link to="/forgot" className={`text-13 ${textLink}`}>
              Forgot password?
            </Link>
          }
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" look="primary" busy={enter.isPending}>
          Sign in
        </Button>
      </form>
      {providers.length > 0 && <hr />}
      {providers.map((provider) => (
        <Button key={provider} busy={social.isPending} onClick={() => social.mutate(provider)}>
          Continue with {PROVIDER_NAMES[provider]}
        </Button>
      ))}
    </SessionFrame>
  );
}
