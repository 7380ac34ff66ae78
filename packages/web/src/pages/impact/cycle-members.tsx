import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { SMALL_CYCLE } from "./impact-groups.ts";
import type { Affected } from "./impact-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { RepositoryName } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";

interface CycleMembersProps {
  members: readonly Affected[];
  /** One below the other, instead of in a sentence. */
  isList?: boolean;
}

/** The repositories of a dependency cycle as links: the first few, and all on request. */
export function CycleMembers({ members, isList = false }: CycleMembersProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? members : members.slice(0, SMALL_CYCLE);
  const rest = members.length - shown.length;
  const more = rest > 0 && (
    <button
      type="button"
      onClick={() => setWhole(true)}
      className="text-accent hover:underline max-sm:min-h-6"
    >
      {formatCount(rest)} more
    </button>
  );
  if (isList)
    return (
      <>
        {shown.map((member) => (
          <span key={member.repository.id} className="flex min-w-0">
            <MemberLink member={member} isList />
          </span>
        ))}
        {more && <span className="text-muted">and {more}</span>}
      </>
    );
  return (
    <>
      {shown.map((member, at) => (
        <span key={member.repository.id}>
          {at > 0 && (rest === 0 && at === shown.length - 1 ? " and " : ", ")}
          <MemberLink member={member} />
        </span>
      ))}
      {more && <> and {more}</>}
    </>
  );
}

function MemberLink({ member: { repository }, isList = false }: { member: Affected; isList?: boolean }) {
  const { slug } = useWorkspace().workspace;
  return (
    <Link
      to="/w/$slug/repositories/$repositoryId"
      params={{ slug, repositoryId: repository.id }}
      className={isList ? "flex min-w-0 hover:underline" : "text-accent wrap-anywhere hover:underline"}
    >
      {isList ? <RepositoryName path={repository.full_path} small /> : repository.full_path}
    </Link>
  );
}
