import { describeChange, EFFECT_WORDS, placeOfChange } from "@knockon/contract/check/words";
import { getChangeCheck, listChangeChecks, rerunChangeCheck } from "@knockon/contract/operations/check";
import type { ChangeCheck } from "@knockon/contract/resources/change-check";
import type { CheckBreak, CheckUndecided } from "@knockon/contract/resources/check";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ExternalLink, RefreshCw } from "lucide-react";
import { useMemo } from "react";
import { CheckBadge, nameOfChange } from "./check-badge.tsx";
import { useAction } from "../../api/use-action.ts";
import { useHasRole, useWorkspace } from "../../api/workspace.ts";
import { ClockBadge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { Button, buttonLook } from "../../components/button.tsx";
import { CopyLink } from "../../components/copy.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Facts } from "../../components/figures.tsx";
import { DetailSkeleton, Loaded } from "../../components/loaded.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TimeAgo, TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { sentenceCase } from "../../format/words.ts";
import type { Column } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";

const route = getRouteApi("/w/$slug/checks/$checkId");
const POLL_MS = 2000;

export function CheckPage() {
  const { api } = useWorkspace();
  const { checkId } = route.useParams();
  const check = useQuery({
    ...api.query(getChangeCheck, { params: { check_id: checkId } }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? POLL_MS : false),
  });
  return (
    <Loaded query={check} page="Check" skeleton={<DetailSkeleton />}>
      {(data) => <LoadedCheck check={data} />}
    </Loaded>
  );
}

function LoadedCheck({ check }: { check: ChangeCheck }) {
  const { slug } = useWorkspace().workspace;
  const mayRerun = useHasRole("member");
  const { repository, result, reason, url } = check;
  const breaking = new Set(result?.breaks.map((one) => keyOf(one).join(" ")));
  // A line that breaks anyway needs no other decision.
  const undecided = result?.undecided.filter((one) => !breaking.has(keyOf(one).join(" "))) ?? [];
  const name = `${repository.full_path} ${nameOfChange(check)}`;
  return (
    <>
      <PageHeader
        title={`Check of ${name}`}
        parent={
          <Link
            to="/w/$slug/checks"
            params={{ slug }}
            search={{ connected_org_id: check.connected_org_id }}
            className="hover:text-text hover:underline"
          >
            Checks
          </Link>
        }
        heading={
          <span className="flex flex-wrap items-center gap-2">
            {check.title ?? <BreakableName text={name} />} <CheckBadge check={check} />
          </span>
        }
        description={check.title === null ? undefined : <BreakableName text={name} />}
        actions={
          <>
            <CopyLink />
            {url !== null && (
              <a href={url} target="_blank" rel="noreferrer" className={buttonLook()}>
                Pull request
                <ExternalLink aria-label="(opens in new tab)" className="size-4" />
              </a>
            )}
            {mayRerun && check.status !== "pending" && <Rerun checkId={check.id} />}
          </>
        }
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {reason !== null && <Notice tone="warning" title={reason} />}
          {result && (
            <div>
              <p className="text-16">{summarize(check, result)}</p>
              {result.breaks.length > 0 && (
                <p className="mt-1 text-muted">Keep what the consumers below use until they are updated.</p>
              )}
            </div>
          )}
          {result && result.breaks.length > 0 && <Breaks breaks={result.breaks} check={check} />}
          {undecided.length > 0 && <Undecided undecided={undecided} />}
        </div>
        <aside aria-label="About this check" className="min-w-0">
          <Facts
            facts={[
              ["Author", check.author ?? "–"],
              ["Base branch", check.base_branch ?? "–"],
              ["Head", <Commit key="head" sha={check.head_sha} />],
              ["Base", check.base_sha === null ? "–" : <Commit key="base" sha={check.base_sha} />],
              ["Requested", <TimeAgo key="created" at={check.created_at} />],
              ["Completed", <TimeAgo key="completed" at={check.completed_at} never="Not yet" />],
            ]}
          />
        </aside>
      </div>
    </>
  );
}

/** `This pull request reaches 14 repositories and breaks 2.` */
function summarize({ kind }: ChangeCheck, { reached }: NonNullable<ChangeCheck["result"]>): string {
  const subject = kind === "merge_group" ? "This merge group" : "This pull request";
  const reaches = `${subject} reaches ${countOf(reached.repositories, "repository", "repositories")}`;
  return reached.breaking === 0
    ? `${reaches} and breaks none.`
    : `${reaches} and breaks ${formatCount(reached.breaking)}.`;
}

const Commit = ({ sha }: { sha: string }) => (
  <span className="font-mono text-12" title={sha}>
    {sha.slice(0, 10)}
  </span>
);

function Rerun({ checkId }: { checkId: string }) {
  const { api } = useWorkspace();
  const rerun = useAction({
    run: () => api.call(rerunChangeCheck, { params: { check_id: checkId } }),
    successMessage: "Check requested",
    invalidates: [getChangeCheck, listChangeChecks],
  });
  return (
    <Button icon={RefreshCw} busy={rerun.isPending} onClick={() => rerun.mutate()}>
      Run again
    </Button>
  );
}

function Breaks({ breaks, check }: { breaks: readonly CheckBreak[]; check: ChangeCheck }) {
  const columns = useMemo(() => breakColumns(check), [check]);
  return (
    <Section title="Breaks" aside={formatCount(breaks.length)}>
      <DataTable
        caption={`${breaks.length} breaks`}
        columns={columns}
        rows={breaks}
        rowId={(one) => [one.producer_artifact.name, one.kind, one.name, ...keyOf(one)].join(" ")}
      />
    </Section>
  );
}

const Undecided = ({ undecided }: { undecided: readonly CheckUndecided[] }) => (
  <Section title="Undecided" aside={formatCount(undecided.length)}>
    <p className="mb-3 text-13 text-muted">Knockon cannot tell whether the change breaks these uses.</p>
    <DataTable
      caption={`${undecided.length} undecided uses`}
      columns={UNDECIDED_COLUMNS}
      rows={undecided}
      rowId={(one) => [one.producer_artifact.name, one.kind, one.name, ...keyOf(one)].join(" ")}
    />
  </Section>
);

const keyOf = ({ consumer, use }: CheckBreak | CheckUndecided) => [
  consumer.id,
  use.file,
  use.line,
  use.declaration.line,
];

/** Not the link of the whole row, since the line next to it is a link as well. */
function ConsumerLink({ consumer: { id, full_path } }: Pick<CheckBreak, "consumer">) {
  const { slug } = useWorkspace().workspace;
  return (
    <Link
      data-row-link=""
      to="/w/$slug/repositories/$repositoryId"
      params={{ slug, repositoryId: id }}
      className="flex min-h-6 min-w-0 items-center font-medium hover:underline"
    >
      <TruncatedName text={full_path} />
    </Link>
  );
}

/** The repository and its line. */
const CONSUMER_COLUMN: Column<CheckBreak | CheckUndecided> = {
  id: "consumer",
  header: "Consumer and line",
  narrowHeader: "Consumer, line and change",
  width: "w-full md:w-2/5",
  cell: ({ consumer, use, owner }) => (
    <span className="flex min-w-0 flex-col gap-0.5">
      <ConsumerLink consumer={consumer} />
      <DeclarationLocation repositoryId={consumer.id} file={use.file} line={use.line} owner={owner} />
      {owner === null && <span className="text-12 text-muted">No known owner</span>}
    </span>
  ),
};

/** The change in words. The page names the repository, so an artifact in it is named by its path. */
function Change({ of: one, repository }: { of: CheckBreak; repository: string }) {
  const { name, ...artifact } = one.producer_artifact;
  const prefix = `${repository}/`;
  const short = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const sentence = describeChange({ ...one, producer_artifact: { ...artifact, name: short } });
  const at = sentence.indexOf(short);
  return (
    <span className="wrap-break-word whitespace-normal">
      {sentenceCase(sentence.slice(0, at))}
      <BreakableName text={short} />
      {sentence.slice(at + short.length)}
    </span>
  );
}

const breakColumns = ({ repository, head_sha, base_sha }: ChangeCheck): Column<CheckBreak>[] => [
  CONSUMER_COLUMN,
  {
    id: "change",
    header: "What changes",
    from: "md",
    stacked: true,
    width: "md:w-2/5",
    cell: (one) => (
      <span className="flex min-w-0 flex-col">
        <Change of={one} repository={repository.full_path} />
        <span className="text-12 text-muted">
          In <BreakableName text={repository.full_path} />:
        </span>
        <DeclarationLocation
          repositoryId={repository.id}
          {...placeOfChange(one)}
          commit={one.after ? head_sha : base_sha}
        />
      </span>
    ),
  },
  {
    id: "clock",
    header: "When and how it fails",
    from: "sm",
    stacked: true,
    width: "min-w-40",
    cell: ({ clock, effect }) => (
      <span className="flex flex-col items-start gap-0.5">
        <ClockBadge clock={clock} />
        <span className="text-12 whitespace-normal text-muted">{sentenceCase(EFFECT_WORDS[effect])}</span>
      </span>
    ),
  },
];

const UNDECIDED_COLUMNS: Column<CheckUndecided>[] = [
  CONSUMER_COLUMN,
  {
    id: "reason",
    header: "Reason",
    from: "md",
    stacked: true,
    width: "md:w-1/2",
    cell: ({ name, reason }) => (
      <span className="wrap-anywhere whitespace-normal text-muted">
        {name}: {reason}
      </span>
    ),
  },
];
