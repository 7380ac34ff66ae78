import { Link } from "@tanstack/react-router";
import { resendVerification } from "../../api/session.ts";
import { useAct } from "../../api/use-act.ts";
import { Button } from "../../components/button.tsx";
import { SessionFrame, textLink } from "./session-frame.tsx";

/** After signing up. It says the same whether there was an account before or not. */
export function MailSent({ email, next }: { email: string; next: string | undefined }) {
  const resend = useAct({ act: () => resendVerification(email, next), says: "Another mail is on its way" });
  return (
    <SessionFrame
      title="Open the link we mailed you"
      description={
        <>
          It went to <strong className="font-medium text-text">{email}</strong>, is good for an hour and signs
          you in. On a local start, it is printed in the terminal where Knockon runs.
        </>
      }
      footer={
        <Link to="/login" className={textLink}>
          Back to signing in
        </Link>
      }
    >
      <Button busy={resend.isPending} onClick={() => resend.mutate()}>
        Send it again
      </Button>
    </SessionFrame>
  );
}
