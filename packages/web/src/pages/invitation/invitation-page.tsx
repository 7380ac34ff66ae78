import { ApiError } from "@knockon/contract/client";
import { acceptInvitation, listWorkspaces } from "@knockon/contract/operations/workspace";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { personalApi } from "../../api/client.ts";
import { sessionQuery, signOut } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Button, buttonLook } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { SessionFrame } from "../session/session-frame.tsx";

const route = getRouteApi("/invitations/$token");

/** Target of the emailed link. Users return here after signing in or up. */
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
            description="Sign in or sign up with the email address that received the invitation. The email says which workspace you're joining and who invited you."
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

interface AcceptInvitationProps {
  token: string;
  email: string;
}

/** Accepts on a click, not on load, since email scanners open links. */
function AcceptInvitation({ token, email }: AcceptInvitationProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const accept = useAction({
    run: async () => {
      const { slug, name } = await personalApi.call(acceptInvitation, { body: { token } });
      await client.refetchQueries({ queryKey: [listWorkspaces.id], type: "all" });
      return { slug, name };
    },
    successMessage: ({ name }) => `You joined ${name}`,
    showsErrors: true,
    onSuccess: ({ slug }) => void navigate({ to: "/w/$slug", params: { slug }, replace: true }),
  });
  const change = useAction({
    run: signOut,
    onSuccess() {
      client.clear();
      void navigate({ to: "/login", search: { next: `/invitations/${token}` } });
    },
  });
  return (
    <SessionFrame
      title="Accept your invitation"
      description={
        <>
          You're signed in as <strong className="font-medium text-text">{email}</strong>. The invitation must
          be for this email address.
        </>
      }
    >
      {accept.isError && <Refusal error={accept.error} />}
      <Button look="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
        Accept invitation
      </Button>
      <Button busy={change.isPending} onClick={() => change.mutate()}>
        Use a different account
      </Button>
    </SessionFrame>
  );
}

/** A 404 covers all invalid invitations. */
function Refusal({ error }: { error: Error }) {
  if (!(error instanceof ApiError)) return <ErrorNotice error={error} />;
  if (error.status === 404) {
    return (
      <Notice tone="danger" title="This invitation can't be accepted">
        It's for a different email address, was revoked or already used, or expired after 14 days. Ask for a
        new invitation.
      </Notice>
    );
  }
  if (error.status === 409) {
    return (
      <Notice
        tone="info"
        title="You're already a member"
        actions={
          <Link to="/" className={buttonLook()}>
            Open workspace
          </Link>
        }
      />
    );
  }
  return <ErrorNotice error={error} />;
}
