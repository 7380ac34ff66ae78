import { getRouteApi, Link } from "@tanstack/react-router";
import { useState, type SyntheticEvent } from "react";
import { resendVerification } from "../../api/session.ts";
import { useAct } from "../../api/use-act.ts";
import { Button } from "../../components/button.tsx";
import { takeFocus } from "../../components/take-focus.ts";
import { TextField } from "../../components/text-field.tsx";
import { MailSent } from "./mail-sent.tsx";
import { SessionFrame, textLink } from "./session-frame.tsx";

const route = getRouteApi("/verify");

/** Where a link of a mail leads that is no good; a good one leads on. */
export function VerifyPage() {
  const { next } = route.useSearch();
  const [email, setEmail] = useState("");
  const resend = useAct({ act: () => resendVerification(email, next) });
  if (resend.isSuccess) return <MailSent email={email} next={next} />;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    resend.mutate();
  };
  return (
    <SessionFrame
      title="This link has expired"
      description="It was already used or is more than an hour old. Enter your email to get a new one."
      footer={
        <Link to="/login" className={textLink}>
          Back to sign in
        </Link>
      }
    >
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
        <Button type="submit" look="primary" busy={resend.isPending}>
          Send new link
        </Button>
      </form>
    </SessionFrame>
  );
}
