import { getArtifact } from "@knockon/contract/operations/artifact";
import { getRepository } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { FolderGit2, Package, SlidersHorizontal } from "lucide-react";
import { useMemo, useState } from "react";
import { ImpactAnswer } from "./impact-answer.tsx";
import { ImpactActions, ImpactHeadline } from "./impact-headline.tsx";
import { nameOwners } from "./impact-owners.ts";
import { hasRoot, type ImpactSearch, isFiltered, UNFILTERED } from "./impact-search.ts";
import { QuestionForm } from "./question-form.tsx";
import { Suggestions, SuggestionsSkeleton } from "./suggestions.tsx";
import { useImpact } from "./use-impact.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import type { Findable } from "../../components/finder.tsx";
import { Loaded, SkeletonBlock, TableSkeleton } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useRecent } from "../../frame/recents.ts";
import { SelectedOrg } from "../../list/org-select.tsx";

const route = getRouteApi("/w/$slug/impact");

/** The query, which is in the URL, and its impact. */
export function ImpactPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isFormOpen, setFormOpen] = useState(false);
  const isAsked = hasRoot(search);
  const impact = useImpact(search);
  // The sentence is the same with one timing selected, although the answer lists only its repositories.
  const unfiltered = useImpact(isFiltered(search) ? { ...search, ...UNFILTERED, group: undefined } : {});
  const whole = isFiltered(search) ? unfiltered : impact;
  const root = useRoot(search);
  const { slug } = useWorkspace().workspace;
  const listed = whole.data?.impact.affected;
  const nameOwner = useMemo(() => nameOwners(listed ?? []), [listed]);
  useRecent(slug, root && { ...root, kind: root.id === search.artifact_id ? "artifact" : "repository" });
  const artifact = root?.id === search.artifact_id ? root?.text : undefined;
  const title = root ? `Impact of ${root.text}` : "Impact";
  return (
    <>
      <PageHeader
        title={title}
        heading="Impact"
        description={
          isAsked ? undefined : "See which repositories a change hits, when, why, and who owns them."
        }
        actions={
          isAsked ? (
            <span className="flex min-h-8 gap-2">
              <span className="md:hidden">
                <Button
                  aria-expanded={isFormOpen}
                  onClick={() => setFormOpen(!isFormOpen)}
                  className="aria-expanded:border-accent! aria-expanded:bg-accent-soft! aria-expanded:text-accent!"
                >
                  <SlidersHorizontal aria-hidden className="size-4 max-sm:hidden" />
                  <span>
                    Edit<span className="max-sm:sr-only"> question</span>
                  </span>
                </Button>
              </span>
              {impact.data && whole.data && (
                <ImpactActions
                  impact={impact.data}
                  whole={whole.data.impact}
                  artifact={artifact}
                  search={search}
                />
              )}
            </span>
          ) : undefined
        }
      />
      {isAsked && whole.isPending && <SkeletonBlock className="mb-4 h-14 w-3/4 max-sm:h-24" />}
      {isAsked && whole.data && (
        <ImpactHeadline
          whole={whole.data}
          nameOwner={nameOwner}
          artifact={artifact}
          search={search}
          isOutdated={whole.isPlaceholderData}
        />
      )}
      <QuestionForm
        search={search}
        root={root}
        isAnswered={isAsked}
        isOpen={isFormOpen}
        summary={isAsked ? impact.data?.impact.summary : undefined}
        onAsk={(next) => void navigate({ search: next })}
      />
      {isAsked ? (
        <Loaded query={impact} skeleton={<ImpactSkeleton />}>
          {(answer) => (
            <ImpactAnswer
              {...answer}
              whole={whole.data ?? answer}
              nameOwner={nameOwner}
              search={search}
              isOutdated={impact.isPlaceholderData}
              isLoadingMore={impact.isFetchingNextPage}
              onMore={impact.loadUntil}
            />
          )}
        </Loaded>
      ) : (
        <SelectedOrg
          named={undefined}
          skeleton={<SuggestionsSkeleton />}
          promise="See which repositories a change affects."
        >
          {(org) => <Suggestions org={org} />}
        </SelectedOrg>
      )}
    </>
  );
}

/** Loads the name of the repository or artifact in the URL. */
function useRoot({ repository_id, artifact_id }: ImpactSearch): Findable | undefined {
  const { api } = useWorkspace();
  const { data: artifact } = useQuery({
    ...api.query(getArtifact, { params: { artifact_id: artifact_id ?? "" } }),
    enabled: artifact_id !== undefined,
  });
  const { data: repository } = useQuery({
    ...api.query(getRepository, { params: { repository_id: repository_id ?? "" } }),
    enabled: artifact_id === undefined && repository_id !== undefined,
  });
  if (artifact_id !== undefined) {
    return artifact?.id === artifact_id ? { id: artifact.id, text: artifact.name, icon: Package } : undefined;
  }
  return repository?.id === repository_id && repository
    ? { id: repository.id, text: repository.full_path, icon: FolderGit2 }
    : undefined;
}

const ImpactSkeleton = () => (
  <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
    <div>
      <SkeletonBlock className="mb-3 h-9 w-96 max-w-full" />
      <TableSkeleton rows={6} />
    </div>
    <SkeletonBlock className="hidden h-56 lg:block" />
  </div>
);
