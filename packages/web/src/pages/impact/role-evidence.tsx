import { describeOwner } from "@knockon/contract/check/words";
import { EvidenceList } from "./impact-evidence.tsx";
import type { NameOwner } from "./impact-owners.ts";
import type { Affected, Evidence, RoleOfUse } from "./impact-text.ts";
import { ClockBadge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { OwnerName } from "../../components/owner-name.tsx";
import { inHeading, inWords, ownerTitle } from "../../format/words.ts";

interface RoleEvidenceProps {
  /** The repository that contains the declarations. */
  repositoryId: string;
  use: RoleOfUse;
  /** The declaration that decides the repository's clock, if it is its own. */
  deciding: Evidence | null;
  /** Whether to show when these declarations get the change. */
  hasClock: boolean;
  nameOwner: NameOwner;
  /** Shown in the row, and not repeated. */
  rowOwner: Affected["owner"];
}

/** The declarations of one role and published artifact. */
export function RoleEvidence(props: RoleEvidenceProps) {
  const { repositoryId, use, deciding, hasClock, nameOwner, rowOwner } = props;
  const { role, clock, scope, evidence, more } = use;
  const owner = sharedOwner(evidence);
  const title = scope === null ? inHeading(role) : `${inHeading(role)}, in ${scope.name}`;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="min-w-0 font-medium sm:flex sm:flex-wrap sm:items-center sm:gap-x-2 sm:gap-y-1">
        {inHeading(role)}{" "}
        {scope !== null && (
          <span className="font-normal text-muted max-sm:hidden">
            in {inWords(scope.artifact_type)} <BreakableName text={scope.name} />
          </span>
        )}
        {hasClock && <ClockBadge clock={clock} />}
        {owner && (rowOwner === null || describeOwner(owner) !== describeOwner(rowOwner)) && (
          <span
            className="inline-flex min-w-0 gap-x-1 text-12 font-normal text-muted"
            title={ownerTitle(owner)}
          >
            Owner:
            <OwnerName name={nameOwner(owner)} source={owner.source} />
          </span>
        )}
      </h3>
      <EvidenceList
        name={`Evidence: ${title}`}
        repositoryId={repositoryId}
        evidence={owner ? evidence.map((line) => ({ ...line, owner: null })) : evidence}
        more={more}
        deciding={deciding}
        search={{ tab: "dependencies", role }}
      />
      {scope !== null && (
        // On a phone, a long name would leave no room for the line in the window.
        <p className="text-12 text-muted sm:hidden">
          In <BreakableName text={scope.name} />
        </p>
      )}
    </section>
  );
}

/** The owner of all lines if they have the same one, which the heading then names once. */
function sharedOwner([first, ...others]: readonly Evidence[]): Evidence["owner"] {
  const owner = first?.owner ?? null;
  const name = owner && describeOwner(owner);
  return others.every((line) => line.owner && describeOwner(line.owner) === name) ? owner : null;
}
