import { ADOPTIONS, type Impact } from "@knockon/contract/resources/impact";
import { useNavigate } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { cx } from "../../components/class-names.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { ADOPTION_WORD } from "../../format/adoption-word.ts";
import { countOf } from "../../format/count.ts";
import { sentenceCase } from "../../format/words.ts";
import { Pager } from "../../list/pager.tsx";
import { byWave } from "./affected.ts";
import { CopyImpact } from "./copy-impact.tsx";
import { ImpactDoubts } from "./impact-doubts.tsx";
import type { ImpactSearch } from "./impact-search.ts";
import { impactSentence } from "./impact-sentence.ts";
import { ImpactSummary } from "./impact-summary.tsx";
import { WaveList } from "./wave-list.tsx";

interface ImpactAnswerProps {
  impact: Impact;
  /** Affected repositories on all pages. */
  total: number;
  /** The name of what was asked about, where that is an artifact. */
  artifact: string | undefined;
  search: ImpactSearch;
  /** Another question is under way. */
  isOutdated: boolean;
}

/** One sentence, then its reasons. */
export function ImpactAnswer({ impact, total, artifact, search, isOutdated }: ImpactAnswerProps) {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  const { affected, summary } = impact;
  const subject = { root: impact.root.full_path, artifact, path: search.path, version: search.version };
  // Adoption is counted over all pages: to filter by it is honest only where one page has them all.
  const isWhole = affected.length === total;
  const shown = affected.filter(({ adoption }) => !isWhole || adoption === (search.adoption ?? adoption));
  const look = (changes: Partial<ImpactSearch>): void =>
    void navigate({
      to: "/w/$slug/impact",
      params: { slug: workspace.slug },
      search: { ...search, ...changes },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={cx("transition-opacity", isOutdated && "opacity-60")} aria-busy={isOutdated}>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <p className="max-w-200 min-w-0 text-20 text-pretty">
          {impactSentence(subject, summary).map((piece) =>
            typeof piece === "string" ? (
              piece
            ) : (
              <code key={piece.of} className="font-mono text-16 font-medium break-all">
                {piece.code}
              </code>
            ),
          )}
        </p>
        <CopyImpact subject={subject} impact={impact} search={search} />
      </div>
      <ImpactDoubts impact={impact} search={search} />
      {total === 0 ? (
        <EmptyState icon={ShieldCheck} title="No repositories affected">
          No dependents found within {countOf(impact.max_depth, "hop", "hops")} at the selected confidence.
        </EmptyState>
      ) : (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="min-w-0">
            {isWhole && (
              <TabLinks
                label="Filter by timing"
                tabs={[
                  { id: undefined, text: "All", count: total },
                  ...ADOPTIONS.filter((adoption) => summary.by_adoption[adoption] > 0).map((adoption) => ({
                    id: adoption,
                    text: sentenceCase(ADOPTION_WORD[adoption]),
                    count: summary.by_adoption[adoption],
                  })),
                ]}
                current={search.adoption}
                link={(id) => ({
                  to: "/w/$slug/impact" as const,
                  params: { slug: workspace.slug },
                  search: { ...search, adoption: id as ImpactSearch["adoption"], open: undefined },
                })}
              />
            )}
            {byWave(shown).map(({ wave, rows }) => (
              <WaveList
                key={wave}
                wave={wave}
                waves={impact.waves.length}
                rows={rows}
                open={search.open}
                onOpen={(open) => look({ open })}
              />
            ))}
            <Pager page={search.page ?? 1} total={total} onPage={(page) => look({ page, open: undefined })} />
          </div>
          <ImpactSummary impact={impact} />
        </div>
      )}
    </div>
  );
}
