import { Navigate, getRouteApi, Link } from "@tanstack/react-router";
import { useState, type SyntheticEvent } from "react";
import { resendVerification } from "../../api/session.ts";
import { useAct } from "../../api/use-act.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/text-field.tsx";
import { MailSent } from "./mail-sent.tsx";
import { SessionFrame, textLink } from "./session-frame.tsx";

const route = getRouteApi("/verify");

/** Where the link of the mail leads: on to the workspace, or to another mail if the link is no good. */
export function VerifyPage() {
  const { error } = route.useSearch();
  const [email, setEmail] = useState("");
  const resend = useAct({ act: resendVerification });
  if (error === undefined) return <Navigate to="/" replace />;
  if (resend.isSuccess) return <MailSent email={email} />;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    resend.mutate(email);
  };
  return (
    <SessionFrame
      title="This link is no good any more"
      description="It was used already, or its hour has passed. Nothing is lost: have another one mailed."
      footer={
        <Link to="/login" className={textLink}>
          Back to signing in
        </Link>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <Button type="submit" look="primary" busy={resend.isPending}>
          Send another link
        </Button>
      </form>
    </SessionFrame>
  );
}
