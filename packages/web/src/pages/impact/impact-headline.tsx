import { Menu as Primitive } from "@base-ui/react/menu";
import { getRepository } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Archive, Braces, ChevronDown, Copy, FileText, Link2, Share2, Terminal } from "lucide-react";
import { Fragment } from "react";
import { toCurl, toMarkdown } from "./copied-impact.ts";
import { Omitted } from "./impact-caveats.tsx";
import { asksForMentions, graphQuery, type ImpactSearch, queryOf } from "./impact-search.ts";
import {
  dependsOnRelease,
  distanceInWords,
  impactSentence,
  isUnscanned,
  ownersInWords,
  type Piece,
} from "./impact-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { Button, buttonLook } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
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

interface ImpactHeadlineProps extends ImpactInWordsProps {
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

/** Says that the root is archived, if it is. */
function ArchivedBadge({ impact }: Pick<QuestionProps, "impact">) {
  return (
    useRootOf(impact)?.archived === true && (
      <span
        title="The host allows no change of an archived repository"
        className="ml-2 inline-flex -translate-y-px align-middle font-sans"
      >
        <Badge tone="slate" icon={Archive}>
          Archived
        </Badge>
      </span>
    )
  );
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
      className={buttonLook()}
    >
      <Share2 aria-hidden className="size-4" />
      <span className="max-sm:sr-only">View graph</span>
    </Link>
  );
}

/** The impact in a sentence. Nothing if the dependents are unknown. */
export function ImpactHeadline({ isOutdated, ...props }: ImpactHeadlineProps) {
  const { slug } = useWorkspace().workspace;
  const { impact, search } = props;
  if (isUnknown(impact)) return null;
  const { sentence, distance } = describeImpact(props);
  const owners = asksForMentions(search) ? undefined : ownersInWords(impact);
  return (
    <div className={cx("mb-4 transition-opacity max-sm:mb-2", isOutdated && "opacity-60")}>
      <p className="text-16 text-pretty sm:text-20">
        {sentence.map((piece) =>
          typeof piece === "string" ? (
            piece
          ) : (
            <Fragment key={piece.of}>
              <code className="font-mono text-14 font-medium wrap-anywhere sm:text-16">{piece.code}</code>
              {piece.of === "root" && <ArchivedBadge impact={impact} />}
            </Fragment>
          ),
        )}
      </p>
      <p className="mt-1.5 text-muted empty:hidden">
        {distance}
        <Omitted impact={impact} search={search} />
        {owners && (
          <>
            {` ${owners.start} `}
            <Link
              to="/w/$slug/impact"
              params={{ slug }}
              search={{ ...search, group: "owner", open: undefined }}
              resetScroll={false}
              className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              {owners.link}
            </Link>
            .
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
