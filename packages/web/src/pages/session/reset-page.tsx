import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState, type SyntheticEvent } from "react";
import { resetPassword } from "../../api/session.ts";
import { useAct } from "../../api/use-act.ts";
import { Button, buttonLook } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { takeFocus } from "../../components/take-focus.ts";
import { TextField } from "../../components/text-field.tsx";
import { MIN_PASSWORD_LENGTH } from "./password.ts";
import { SessionFrame } from "./session-frame.tsx";

const route = getRouteApi("/reset");

/** Where the link of the mail leads. */
export function ResetPage() {
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const [newPassword, setNewPassword] = useState("");
  const reset = useAct({
    act: resetPassword,
    says: "Password changed. Sign in with your new password.",
    showsErrors: true,
    done: () => void navigate({ to: "/login" }),
  });
  if (token === undefined) {
    return (
      <SessionFrame
        title="This link has expired"
        description="It was already used or is more than an hour old. Your password hasn't changed."
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
    <SessionFrame title="Set a new password" description="You'll be signed out of all other sessions.">
      {reset.isError && <ErrorNotice error={reset.error} />}
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          ref={takeFocus}
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          minLength={MIN_PASSWORD_LENGTH}
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
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
