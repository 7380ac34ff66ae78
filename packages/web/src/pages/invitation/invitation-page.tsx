import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { sessionQuery } from "../../api/session.ts";
import { buttonLook } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { SessionFrame } from "../session/session-frame.tsx";
import { AcceptInvitation } from "./accept-invitation.tsx";

const route = getRouteApi("/invitations/$token");

/** Where the link of the mail leads. Who is not signed in yet, or has no account yet, comes back here. */
export function InvitationPage() {
  const { token } = route.useParams();
  const session = useQuery(sessionQuery);
  const next = `/invitations/${token}`;
  return (
    <Loaded query={session} page="Invitation" skeleton={null}>
      {(data) =>
        data ? (
          <AcceptInvitation token={token} email={data.user.email} />
        ) : (
          <SessionFrame
            title="You're invited to Knockon"
            description="Sign in or sign up with the email address that received the invitation."
          >
            <Link to="/login" search={{ next }} className={buttonLook("primary")}>
              Sign in
            </Link>
            <Link to="/signup" search={{ next }} className={buttonLook()}>
              Sign up
            </Link>
          </SessionFrame>
        )
      }
    </Loaded>
  );
}
