import { getRouteApi, Link } from "@tanstack/react-router";
import { useState, type SyntheticEvent } from "react";
import { signUp } from "../../api/session.ts";
import { useAct } from "../../api/use-act.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { takeFocus } from "../../components/take-focus.ts";
import { TextField } from "../../components/text-field.tsx";
import { MailSent } from "./mail-sent.tsx";
import { MIN_PASSWORD_LENGTH } from "./password.ts";
import { SessionFrame, textLink } from "./session-frame.tsx";

const route = getRouteApi("/signup");

export function SignupPage() {
  const { next } = route.useSearch();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const join = useAct({ act: () => signUp({ name, email, password }, next), showsErrors: true });
  if (join.isSuccess) return <MailSent email={email} next={next} />;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    join.mutate();
  };
  return (
    <SessionFrame
      title="Sign up for Knockon"
      description="See what a change affects before you make it."
      footer={
        <>
          Already have an account?{" "}
          <Link to="/login" search={next === undefined ? {} : { next }} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      {join.isError && <ErrorNotice error={join.error} />}
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          ref={takeFocus}
          label="Name"
          autoComplete="name"
          required
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          minLength={MIN_PASSWORD_LENGTH}
          hint={`At least ${MIN_PASSWORD_LENGTH} characters. A phrase of four random words is strong and easy to remember.`}
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" look="primary" busy={join.isPending}>
          Sign up
        </Button>
      </form>
    </SessionFrame>
  );
}
