import { Menu as Primitive } from "@base-ui/react/menu";
import { getRepository } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Braces, ChevronDown, Copy, FileText, Link2, Share2, Terminal } from "lucide-react";
import { Fragment } from "react";
import { toCurl, toMarkdown } from "./copied-impact.ts";
import { ImpactDetails } from "./impact-details.tsx";
import { Releases } from "./impact-releases.tsx";
import type { NameOwner } from "./impact-owners.ts";
import { asksForMentions, graphQuery, type ImpactSearch, queryOf, scopeInWords } from "./impact-search.ts";
import { distanceInWords, impactSentence, isUnscanned, mostOf, type Piece } from "./impact-text.ts";
import { followersOf } from "./impact-followers.ts";
import type { ListedImpact } from "./use-impact.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { ArchivedMark } from "../../components/badges.tsx";
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

/** Whether all affected repositories are listed. */
const isWhole = ({ affected, summary }: Impact): boolean =>
  affected.length >= summary.direct + summary.transitive;

/** The impact in a sentence, and how far the repositories are. */
function describeImpact({ impact, artifact, search }: ImpactInWordsProps) {
  const subject = { root: impact.root.full_path, artifact, path: search.path, version: search.version };
  const isMentions = asksForMentions(search);
  return {
    sentence: impactSentence(subject, impact.summary, {
      isMentions,
      most: mostOf(impact),
      ...(isWhole(impact) && { followers: followersOf(impact.affected) }),
      withinHops: impact.affected.some(({ hops }) => hops >= impact.max_depth) ? impact.max_depth : undefined,
    }),
    distance: isMentions ? "" : distanceInWords(impact),
  };
}

/** Leads to the graph, and copies the address and the impact, with the sentence of all timings. Nothing if the dependents are unknown. */
export function ImpactActions({
  impact: listed,
  whole,
  ...props
}: Omit<ImpactInWordsProps, "impact"> & { impact: ListedImpact; whole: Impact }) {
  const { search } = props;
  const { impact, answer } = listed;
  if (isUnknown(impact)) return null;
  const { sentence, distance } = describeImpact({ ...props, impact: whole });
  return (
    <>
      <GraphLink impact={impact} search={search} />
      <CopyImpact sentence={[...sentence, ` ${distance}`]} impact={answer} search={search} />
    </>
  );
}

/** The root of the impact. */
function useRootOf({ root }: Impact) {
  const { api } = useWorkspace();
  return useQuery(api.query(getRepository, { params: { repository_id: root.id } })).data;
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

/** The impact in a sentence, and what it adds up to. Nothing if the dependents are unknown. */
export function ImpactHeadline({ whole, nameOwner, isOutdated, ...props }: ImpactHeadlineProps) {
  const { search } = props;
  const { impact } = whole;
  const isRootArchived = useRootOf(impact)?.archived === true;
  if (isUnknown(impact)) return null;
  const { sentence, distance } = describeImpact({ ...props, impact });
  // Punctuation stays with the name.
  const hasMark = (at: number): boolean => isRootArchived && textOf(sentence[at + 1]).startsWith(" ");
  const isMarked = sentence.some((piece, at) => isRoot(piece) && hasMark(at));
  return (
    <div className={cx("mb-4 transition-opacity max-sm:-mt-2 max-sm:mb-2", isOutdated && "opacity-60")}>
      <p className="text-16 text-balance sm:text-20">
        {sentence.map((piece, at) =>
          typeof piece === "string" ? (
            <WithNumbers key={piece}>{piece}</WithNumbers>
          ) : piece.of === "maximum" ? (
            <Help key={piece.of} of="maximum" words={piece.text}>
              {impact.releases && <Releases releases={impact.releases} search={search} />}
            </Help>
          ) : (
            <Fragment key={piece.of}>
              <code className="font-mono text-14 font-medium wrap-anywhere sm:text-16">{piece.code}</code>
              {isRoot(piece) && hasMark(at) && (
                <span className="ml-2 inline-flex align-middle">
                  <ArchivedMark />
                </span>
              )}
            </Fragment>
          ),
        )}
      </p>
      <ImpactDetails
        whole={whole}
        search={search}
        nameOwner={nameOwner}
        distance={distance}
        isRootArchived={isRootArchived && !isMarked}
      />
      {/* Narrow windows show the form on demand. */}
      <p className="mt-1 text-12 text-muted md:hidden">{scopeInWords(search, impact)}</p>
    </div>
  );
}

/** Text in which no number is at the end of a line. */
const WithNumbers = ({ children }: { children: string }) =>
  children.split(/([\d,]+ [a-z]+)/u).map((part, at) =>
    at % 2 === 1 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );

const isRoot = (piece: Piece): boolean => typeof piece !== "string" && piece.of === "root";

const textOf = (piece: Piece | undefined): string => (typeof piece === "string" ? piece : "");

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
