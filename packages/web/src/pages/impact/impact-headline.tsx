import { Menu as Primitive } from "@base-ui/react/menu";
import { getRepository } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Archive, Braces, ChevronDown, Copy, FileText, Link2, Share2, Terminal } from "lucide-react";
import { toCurl, toMarkdown } from "./copied-impact.ts";
import { Omitted } from "./impact-caveats.tsx";
import { dependsOnRelease } from "./impact-condition.ts";
import type { NameOwner } from "./impact-owners.ts";
import { asksForMentions, graphQuery, type ImpactSearch, queryOf } from "./impact-search.ts";
import {
  archivedInWords,
  distanceInWords,
  impactSentence,
  isUnscanned,
  ownersInWords,
  type Piece,
} from "./impact-text.ts";
import { useArchived } from "./use-archived.ts";
import { isListed, type ListedImpact } from "./use-impact.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button, buttonLook } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
import { Help } from "../../components/help.tsx";
import { showToast } from "../../components/toasts.tsx";
import { sentenceCase } from "../../format/words.ts";
import { Menu, menuItemLook } from "../../frame/menu.tsx";

interface QuestionProps {
  impact: Impact;
  search: ImpactSearch;
}

interface ImpactInWordsProps extends QuestionProps {
  /** The name of the selected artifact, if any. */
  artifact: string | undefined;
}

interface ImpactHeadlineProps extends Omit<ImpactInWordsProps, "impact"> {
  /** Of all timings. */
  whole: ListedImpact;
  nameOwner: NameOwner;
  /** Another query is loading. */
  isOutdated: boolean;
}

/** The impact in a sentence, and how far the repositories are. */
function describeImpact({ impact, artifact, search }: ImpactInWordsProps) {
  const subject = { root: impact.root.full_path, artifact, path: search.path, version: search.version };
  const isMentions = asksForMentions(search);
  return {
    sentence: impactSentence(subject, impact.summary, {
      isMentions,
      isMaximum: search.version === undefined && dependsOnRelease(impact),
    }),
    distance: isMentions ? "" : distanceInWords(impact.summary, impact.max_depth),
  };
}

/** Leads to the graph, and copies the address and the impact, with the sentence of all timings. Nothing if the dependents are unknown. */
export function ImpactActions({ whole, ...props }: ImpactInWordsProps & { whole: Impact }) {
  const { impact, search } = props;
  if (isUnknown(impact)) return null;
  const { sentence, distance } = describeImpact({ ...props, impact: whole });
  return (
    <>
      <GraphLink impact={impact} search={search} />
      <CopyImpact sentence={[...sentence, ` ${distance}`]} impact={impact} search={search} />
    </>
  );
}

/** The root of the impact. */
function useRootOf({ root }: Impact) {
  const { api } = useWorkspace();
  return useQuery(api.query(getRepository, { params: { repository_id: root.id } })).data;
}

/** How many of the repositories are archived, if all are listed and known. */
function useArchivedCount(whole: ListedImpact): number {
  const archived = useArchived();
  if (!archived || !isListed(whole)) return 0;
  return whole.impact.affected.filter(({ repository }) => archived.has(repository.id)).length;
}

/** Draws the same question: its root, its hops and what is followed. */
function GraphLink({ impact, search }: QuestionProps) {
  const { slug } = useWorkspace().workspace;
  const root = useRootOf(impact);
  return (
    <Link
      to="/w/$slug/graph"
      params={{ slug }}
      search={graphQuery(search, impact, root)}
      aria-label="View graph"
      className={buttonLook()}
    >
      <Share2 aria-hidden className="size-4 max-sm:hidden" />
      <span className="max-sm:hidden">View graph</span>
      <span className="sm:hidden">Graph</span>
    </Link>
  );
}

/** The impact in a sentence. Nothing if the dependents are unknown. */
export function ImpactHeadline({ whole, nameOwner, isOutdated, ...props }: ImpactHeadlineProps) {
  const { slug } = useWorkspace().workspace;
  const { search } = props;
  const { impact } = whole;
  const isRootArchived = useRootOf(impact)?.archived === true;
  const archivedCount = useArchivedCount(whole);
  if (isUnknown(impact)) return null;
  const { sentence, distance } = describeImpact({ ...props, impact });
  const owners = asksForMentions(search) ? undefined : ownersInWords(impact, nameOwner);
  const archived = archivedInWords(isRootArchived, archivedCount, whole.total);
  return (
    <div className={cx("mb-4 transition-opacity max-sm:mb-3", isOutdated && "opacity-60")}>
      <p className="text-16 text-balance sm:text-20">
        {sentence.map((piece) =>
          typeof piece === "string" ? (
            piece
          ) : piece.of === "maximum" ? (
            <Help key={piece.of} of="maximum" words={piece.text} />
          ) : (
            <code key={piece.of} className="font-mono text-14 font-medium wrap-anywhere sm:text-16">
              {piece.code}
            </code>
          ),
        )}
      </p>
      <p className="mt-1.5 text-pretty text-muted empty:hidden">
        {distance}
        <Omitted impact={impact} search={search} />
        {owners && (
          <>
            {/* A name is on the line of its note. */}
            {` ${owners.start.replaceAll(" (", "\u00a0(")}`}
            {owners.link !== undefined && (
              <>
                {" "}
                <Link
                  to="/w/$slug/impact"
                  params={{ slug }}
                  search={{ ...search, group: "owner", open: undefined }}
                  resetScroll={false}
                  className="whitespace-nowrap underline decoration-line-strong underline-offset-2 hover:decoration-current"
                >
                  {owners.link}
                </Link>
              </>
            )}
            .
          </>
        )}
        {archived !== "" && (
          <>
            {" "}
            {/* On one line, so that no single word is on the last one. */}
            <span className="inline-block whitespace-nowrap">
              <Archive aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
              {archived}
            </span>
          </>
        )}
      </p>
    </div>
  );
}

const isUnknown = (impact: Impact): boolean => isUnscanned(impact) || impact.unresolved.paths.length > 0;

interface CopyImpactProps {
  /** The summary. */
  sentence: readonly Piece[];
  impact: Impact;
  search: ImpactSearch;
}

/** Copies the address, or the impact as Markdown, JSON or a curl command. */
function CopyImpact({ sentence, impact, search }: CopyImpactProps) {
  const forms = [
    { name: "link", icon: Link2, text: () => location.href },
    { name: "Markdown", icon: FileText, text: () => toMarkdown(sentence, impact, location.href) },
    { name: "JSON", icon: Braces, text: () => JSON.stringify(impact, null, 2) },
    { name: "curl", icon: Terminal, text: () => toCurl(location.origin, queryOf(search)) },
  ];
  return (
    <Menu
      trigger={
        <Button icon={Copy}>
          <span className="max-sm:sr-only">Copy</span>
          <ChevronDown aria-hidden className="-mr-1 size-4 text-muted" />
        </Button>
      }
    >
      {forms.map(({ name, icon: Icon, text }) => (
        <Primitive.Item key={name} className={menuItemLook} onClick={() => void copy(name, text())}>
          <Icon aria-hidden className="size-4 text-muted" />
          {sentenceCase(name)}
        </Primitive.Item>
      ))}
    </Menu>
  );
}

async function copy(name: string, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showToast(`Copied as ${name}`);
}
