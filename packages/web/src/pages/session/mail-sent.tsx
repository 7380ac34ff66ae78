import { Link } from "@tanstack/react-router";
import { resendVerification } from "../../api/session.ts";
import { useAct } from "../../api/use-act.ts";
import { Button } from "../../components/button.tsx";
import { SessionFrame, textLink } from "./session-frame.tsx";

/** After signing up. It says the same whether there was an account before or not. */
export function MailSent({ email, next }: { email: string; next: string | undefined }) {
  const resend = useAct({ act: () => resendVerification(email, next), says: "Email sent" });
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
