import { getRouteApi, Link } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { SessionFrame, textLink } from "./session-frame.tsx";
import { resendVerification, signUp } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { focusOnMount } from "../../components/dom.ts";
import { NewPasswordField, TextField } from "../../components/fields.tsx";
import { ErrorNotice } from "../../components/notice.tsx";

const signupRoute = getRouteApi("/signup");

export function SignupPage() {
  const { next } = signupRoute.useSearch();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const join = useAction({ run: () => signUp({ name, email, password }, next), showsErrors: true });
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
          ref={focusOnMount}
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
        <NewPasswordField label="Password" value={password} onChange={setPassword} />
        <Button type="submit" look="primary" busy={join.isPending}>
          Sign up
        </Button>
      </form>
    </SessionFrame>
  );
}

const verifyRoute = getRouteApi("/verify");

/** Target of the emailed link if it is invalid. A valid link redirects. */
export function VerifyPage() {
  const { next } = verifyRoute.useSearch();
  const [email, setEmail] = useState("");
  const resend = useAction({ run: () => resendVerification(email, next) });
  if (resend.isSuccess) return <MailSent email={email} next={next} />;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    resend.mutate();
  };
  return (
    <SessionFrame
      title="This link is not valid"
      description="The link to verify your email is incomplete or more than an hour old. Enter your email to get a new link."
      footer={
        <>
          Already verified?{" "}
          <Link to="/login" search={next === undefined ? {} : { next }} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
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
        <Button type="submit" look="primary" busy={resend.isPending}>
          Send new link
        </Button>
      </form>
    </SessionFrame>
  );
}

/** Shown after sign-up. Does not reveal whether the account existed. */
function MailSent({ email, next }: { email: string; next: string | undefined }) {
  const resend = useAction({ run: () => resendVerification(email, next), successMessage: "Email sent" });
  return (
    <SessionFrame
      title="Check your email"
      description={
        <>
          We sent a sign-in link to <strong className="font-medium text-text">{email}</strong>. It's valid for
          one hour. On a local instance, the link is printed in the terminal.
        </>
      }
      footer={
        <Link to="/login" className={textLink}>
          Back to sign in
        </Link>
      }
    >
      <Button busy={resend.isPending} onClick={() => resend.mutate()}>
        Resend email
      </Button>
    </SessionFrame>
  );
}
