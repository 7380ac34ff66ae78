import { Link } from "@tanstack/react-router";
import { useState, type SyntheticEvent } from "react";
import { requestPasswordReset } from "../../api/session.ts";
import { useAct } from "../../api/use-act.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { takeFocus } from "../../components/take-focus.ts";
import { TextField } from "../../components/text-field.tsx";
import { SessionFrame, textLink } from "./session-frame.tsx";

export function ForgotPage() {
  const [email, setEmail] = useState("");
  const ask = useAct({ act: requestPasswordReset, showsErrors: true });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    ask.mutate(email);
  };
  return (
    <SessionFrame
      title="Reset your password"
      description="We'll email you a link to set a new password. It's valid for one hour."
      footer={
        <Link to="/login" className={textLink}>
          Back to sign in
        </Link>
      }
    >
      {ask.isError && <ErrorNotice error={ask.error} />}
      {ask.isSuccess && (
        <Notice tone="success" title="Check your email">
          If {email} has an account, we've sent it a reset link.
        </Notice>
      )}
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          ref={takeFocus}
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
