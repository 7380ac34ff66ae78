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
    says: "The new password is set. Sign in with it.",
    showsErrors: true,
    done: () => void navigate({ to: "/login" }),
  });
  if (token === undefined) {
    return (
      <SessionFrame
        title="This link is no good any more"
        description="It was used already, or its hour has passed. Your password is what it was."
      >
        <Link to="/forgot" className={buttonLook("primary")}>
          Send another link
        </Link>
      </SessionFrame>
    );
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    reset.mutate({ token, newPassword });
  };
  return (
    <SessionFrame title="Choose a new password" description="You are signed out everywhere else.">
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
          Set the password
        </Button>
      </form>
    </SessionFrame>
  );
}
