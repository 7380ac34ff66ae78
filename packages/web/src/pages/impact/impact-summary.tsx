import type { Impact } from "@knockon/contract/resources/impact";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { Link } from "@tanstack/react-router";
import { CycleMembers } from "./cycle-members.tsx";
import { cyclesOf } from "./impact-groups.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { Bars } from "../../components/figures.tsx";
import { Section } from "../../components/page-header.tsx";
import { TruncatedName, TimeAgo } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";
import { inHeading } from "../../format/words.ts";

const CHOKE_POINTS = 5;

/** Roles, dependency types, choke points, cycles and counts. */
export function ImpactSummary({ impact }: { impact: Impact }) {
  const { workspace } = useWorkspace();
  const { summary, choke_points, scan } = impact;
  const types = Object.entries(summary.by_dependency_type) as [ArtifactType, number][];
  const { direct, transitive } = summary.by_role;
  const roles = ROLES.map((role) => ({ role, value: direct[role] + transitive[role] }));
  const all = summary.direct + summary.transitive;
  const cycles = [...cyclesOf(impact.affected)];
  return (
    <aside aria-label="Summary" className="flex min-w-0 flex-col gap-6">
      <Section title={`By role, all ${formatCount(all)}`}>
        <Bars
          total={all}
          bars={roles
            .filter(({ value }) => value > 0)
            .toSorted((a, b) => b.value - a.value)
            .map(({ role, value }) => ({ key: role, value, label: inHeading(role) }))}
        />
      </Section>
      <Section title="By dependency type">
        <Bars
          total={all}
          bars={types
            .toSorted(([, a], [, b]) => b - a)
            .map(([type, value]) => ({
              key: type,
              value,
              label: <TypeLabel type={type} />,
            }))}
        />
      </Section>
      {choke_points.length > 0 && (
        <Section title="Choke points">
          {/* No bars: of 2, 1 and 1, they would look like much. */}
          <ol className="flex flex-col gap-2 text-13">
            {choke_points.slice(0, CHOKE_POINTS).map(({ repository, dominates }) => (
              <li key={repository.id} className="flex items-center justify-between gap-3">
                <Link
                  to="/w/$slug/repositories/$repositoryId"
                  params={{ slug: workspace.slug, repositoryId: repository.id }}
                  className="flex min-w-0 hover:underline"
                >
                  <TruncatedName text={repository.full_path} />
                </Link>
                <span className="tabular text-muted">{formatCount(dominates)}</span>
              </li>
            ))}
          </ol>
          <p className="mt-2 text-12 text-muted">Number of repositories reached only through each one.</p>
        </Section>
      )}
      {cycles.length > 0 && (
        <Section title="Dependency cycles">
          <ul className="flex flex-col gap-3 text-13">
            {cycles.map(([cycle, members]) => (
              <li key={cycle} className="flex flex-col gap-1">
                <CycleMembers members={members} isList />
              </li>
            ))}
          </ul>
          <p className="mt-2 text-12 text-muted">The repositories of a cycle must be released together.</p>
        </Section>
      )}
      <p className="text-13 text-muted">
        Scanned <TimeAgo at={scan.completed_at} />
      </p>
    </aside>
  );
}
