import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useEntitlements } from "../../api/use-entitlements.ts";
import { isAtLeast, useRole } from "../../api/use-role.ts";
import { Button } from "../../components/button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Section } from "../../components/section.tsx";
import { formatCount } from "../../format/count.ts";
import { Invitations } from "./invitations.tsx";
import { InvitePerson } from "./invite-person.tsx";
import { MemberList } from "./member-list.tsx";
import { RoleGuide } from "./role-guide.tsx";
import { TransferOwnership } from "./transfer-ownership.tsx";

/** Who belongs to the workspace, who is asked to, and what they may do. */
export function MembersPage() {
  const role = useRole();
  const mayManage = role !== undefined && isAtLeast(role, "admin");
  const [inviting, setInviting] = useState(false);
  const invite = () => setInviting(true);
  return (
    <>
      <PageHeader
        title="Members"
        description={<Seats />}
        actions={
          mayManage && (
            <Button look="primary" icon={UserPlus} onClick={invite}>
              Invite member
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-8" aria-busy={role === undefined}>
        <MemberList />
        {mayManage && (
          <Section title="Pending invitations">
            <Invitations />
          </Section>
        )}
        <Section title="Roles">
          <RoleGuide />
        </Section>
        {role === "owner" && (
          <Section title="Transfer ownership">
            <TransferOwnership />
          </Section>
        )}
      </div>
      <InvitePerson open={inviting} onClose={() => setInviting(false)} />
    </>
  );
}

/** Viewers take none; whoever is invited to more takes one already. */
function Seats() {
  const data = useEntitlements();
  if (!data) return "Seats in use: …";
  const limit = data.seat_limit === null ? "" : ` of ${formatCount(data.seat_limit)}`;
  return `Seats in use: ${formatCount(data.seat_count)}${limit}. Viewers don't use a seat.`;
}
