import { listArtifactConsumers } from "@knockon/contract/operations/artifact";
import type { Artifact } from "@knockon/contract/resources/artifact";
import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import { useQuery } from "@tanstack/react-query";
import { useIncludes } from "../../api/use-entitlements.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Bars } from "../../components/bars.tsx";
import { Figure } from "../../components/figure.tsx";
import { Section } from "../../components/section.tsx";
import { VersionStateBadge } from "../../components/version-state-badge.tsx";
import { formatCount } from "../../format/count.ts";
import { pageQuery } from "../../list/list-search.ts";

/** How many are up to date, and how firmly they hold what they have; nothing where the plan or the world has none. */
export function ConsumerStates({ artifact }: { artifact: Artifact }) {
  const { api } = useWorkspace();
  const input = { params: { artifact_id: artifact.id }, query: pageQuery({}) };
  const enabled = useIncludes("artifact_dashboard") === true;
  const { data } = useQuery({ ...api.askPage(listArtifactConsumers, input), enabled });
  if (!data || data.total === 0) return null;
  const { consumers_on_latest, consumers_lagging, state_breakdown } = data.items;
  const states = VERSION_CONSTRAINT_STATES.filter((state) => state_breakdown[state] > 0);
  return (
    <>
      <div className="grid grid-cols-2 divide-x rounded-md border *:px-3 *:pt-3">
        <Figure label="On latest" value={formatCount(consumers_on_latest)} />
        <Figure label="Lagging" value={formatCount(consumers_lagging)} />
      </div>
      <Section title="Version constraints">
        <Bars
          bars={states
            .toSorted((a, b) => state_breakdown[b] - state_breakdown[a])
            .map((state) => ({
              key: state,
              value: state_breakdown[state],
              label: <VersionStateBadge state={state} />,
            }))}
        />
      </Section>
    </>
  );
}
