import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { SessionFrame, textLink } from "./session-frame.tsx";
import { requestPasswordReset, resetPassword } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Button, buttonLook } from "../../components/button.tsx";
import { focusOnMount } from "../../components/dom.ts";
import { NewPasswordField, TextField } from "../../components/fields.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";

const BackToSignIn = () => (
  <Link to="/login" className={textLink}>
    Back to sign in
  </Link>
);

export function ForgotPage() {
  const [email, setEmail] = useState("");
  const ask = useAction({ run: requestPasswordReset, showsErrors: true });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    ask.mutate(email);
  };
  return (
    <SessionFrame
      title="Reset your password"
      description="We'll email you a link to set a new password. It's valid for one hour."
      footer={<BackToSignIn />}
    >
      {ask.isError && <ErrorNotice error={ask.error} />}
      {ask.isSuccess && (
        <Notice tone="success" title="Check your email">
          If {email} has an account, we've sent it a reset link.
        </Notice>
      )}
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
        <Button type="submit" look="primary" busy={ask.isPending}>
          Send reset link
        </Button>
      </form>
    </SessionFrame>
  );
}

const route = getRouteApi("/reset");

/** Target of the emailed link. */
export function ResetPage() {
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const [newPassword, setNewPassword] = useState("");
  const reset = useAction({
    run: resetPassword,
    successMessage: "Password changed. Sign in with your new password.",
    showsErrors: true,
    onSuccess: () => void navigate({ to: "/login" }),
  });
  if (token === undefined) {
    return (
      <SessionFrame
        title="This link is not valid"
        description="It is incomplete, was already used or is more than an hour old. If you have already set a new password, sign in with it."
        footer={<BackToSignIn />}
      >
        <Link to="/forgot" className={buttonLook("primary")}>
          Request a new link
        </Link>
      </SessionFrame>
    );
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    reset.mutate({ token, newPassword });
  };
  return (
    <SessionFrame
      title="Set a new password"
      description="You'll be signed out of all other sessions."
      footer={<BackToSignIn />}
    >
      {reset.isError && <ErrorNotice error={reset.error} />}
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <NewPasswordField
          ref={focusOnMount}
          label="New password"
          value={newPassword}
          onChange={setNewPassword}
        />
        <Button type="submit" look="primary" busy={reset.isPending}>
          Set password
        </Button>
      </form>
    </SessionFrame>
  );
}
