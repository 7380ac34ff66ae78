import { Link } from "@tanstack/react-router";
import { CycleMembers } from "./cycle-members.tsx";
import { Certainty, DirectUse, EvidenceLine, ImpactPath } from "./impact-evidence.tsx";
import { conditionInWords, fileOf, whenInWords } from "./impact-condition.ts";
import { SMALL_CYCLE } from "./impact-groups.ts";
import type { NameOwner } from "./impact-owners.ts";
import type { ImpactSearch } from "./impact-search.ts";
import { type Affected, hasSeveralLines, isDecidedByFirst, scriptOf } from "./impact-text.ts";
import { RowUsers } from "./row-users.tsx";
import { RoleEvidence } from "./role-evidence.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { nextRunInWords } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, isBuiltIn, lineOwnerInWords } from "../../format/words.ts";

interface AffectedReasonsProps {
  row: Affected;
  isMentions: boolean;
  nameOwner: NameOwner;
  /** The same impact, grouped by rollout wave. */
  byWave: ImpactSearch;
  cycle: readonly Affected[];
}

/** When a repository gets the change and why: the deciding line, all declarations by role, and the path of a transitive dependent. */
export function AffectedReasons({ row, isMentions, nameOwner, byWave, cycle }: AffectedReasonsProps) {
  const { workspace } = useWorkspace();
  const { slug } = workspace;
  const { repository, path, roles, clock_repository, clock_evidence } = row;
  const links = "text-accent hover:underline";
  const [step] = path;
  return (
    <div className="flex flex-col gap-4 border-t bg-sunken py-4 pr-3 pl-10 text-13 max-sm:gap-3 max-sm:py-3 max-sm:pl-3">
      {!isMentions && <ClockReason row={row} asked={byWave} />}
      {roles.map((use) => (
        <RoleEvidence
          key={`${use.role} ${use.scope?.artifact_type} ${use.scope?.name}`}
          repositoryId={repository.id}
          use={use}
          // One line decides it anyway.
          deciding={
            !isMentions && hasSeveralLines(row) && clock_repository.id === repository.id
              ? clock_evidence
              : null
          }
          nameOwner={nameOwner}
          hasClock={!isMentions && roles.length > 1}
          rowOwner={row.owner}
        />
      ))}
      {/* On a phone, the line is what has to be in the window. */}
      {!isMentions && scriptOf(row) !== undefined && <p className="text-muted sm:hidden">{SCRIPT_NOTE}</p>}
      <div className="flex flex-col gap-4 empty:hidden">
        {step && path.length === 1 ? (
          <DirectUse step={step} lines={roles.flatMap(({ evidence }) => evidence)} />
        ) : (
          <section aria-label="Path" className="flex flex-col gap-2">
            <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
              Path
              <Certainty confidence={row.confidence} />
            </h3>
            <ImpactPath name="Path" path={path} known={row.confidence} />
          </section>
        )}
        {/* The row names the first. */}
        {row.owner !== null && row.owner.names.length > 1 && (
          <p className="wrap-anywhere text-muted">{lineOwnerInWords(row.owner, repository.full_path)}</p>
        )}
        {cycle.length > 1 && <CycleNote row={row} cycle={cycle} byWave={byWave} />}
        <Onward row={row} asked={byWave} />
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Link
            to="/w/$slug/repositories/$repositoryId"
            params={{ slug, repositoryId: repository.id }}
            className={links}
          >
            View repository
          </Link>
          {row.onward?.dependents !== 0 && (
            <Link
              to="/w/$slug/impact"
              params={{ slug }}
              search={{ repository_id: repository.id }}
              className={links}
            >
              View its impact
            </Link>
          )}
        </p>
      </div>
    </div>
  );
}

/** How many repositories get the change through this one, with its impact, which lists them, or how many use it. */
function Onward({ row, asked }: ClockReasonProps) {
  const { slug } = useWorkspace().workspace;
  const { onward, repository } = row;
  if (onward === undefined) return null;
  const { repositories, next_run, may_next_run, dependents } = onward;
  if (repositories === 0) {
    if (dependents === 0) return null;
    if (row.roles.some(({ role }) => isBuiltIn(role))) return <RowUsers row={row} asked={asked} />;
    return (
      <p className="text-muted">
        {countOf(dependents, "repository uses", "repositories use")} it. The change ends here, as it is not
        built into what this one publishes.
      </p>
    );
  }
  return (
    <p>
      Then passes it on to{" "}
      <Link
        to="/w/$slug/impact"
        params={{ slug }}
        search={{ repository_id: repository.id }}
        className="text-accent hover:underline"
      >
        {countOf(repositories, "more repository", "more repositories")}
      </Link>
      {next_run > 0 && `: ${nextRunInWords(next_run, may_next_run)}`}.
    </p>
  );
}

/** A cycle that is named as a whole, or the other repositories of a small one. */
function CycleNote({ row, cycle, byWave }: Pick<AffectedReasonsProps, "row" | "cycle" | "byWave">) {
  const { slug } = useWorkspace().workspace;
  if (cycle.length <= SMALL_CYCLE)
    return (
      <p className="text-muted">
        In a dependency cycle with <CycleMembers members={cycle.filter((member) => member !== row)} />.
        Release them together.
      </p>
    );
  return (
    <p className="text-muted">
      In a cycle of{" "}
      <Link
        to="/w/$slug/impact"
        params={{ slug }}
        search={{ ...byWave, open: undefined }}
        hash={`cycle-${row.cycle_group}`}
        className="text-accent hover:underline"
      >
        {formatCount(cycle.length)} repositories
      </Link>{" "}
      that depend on each other: no order of releases is safe for all. Keep the change compatible until all of
      them have it.
    </p>
  );
}

const SCRIPT_NOTE =
  "No version has to be raised. No file says what starts the script, or whether someone commits its output.";

interface ClockReasonProps {
  row: Affected;
  /** The question. */
  asked: ImpactSearch;
}

/** Says when the repository gets the change, and shows the deciding line unless it is listed first below. */
function ClockReason({ row, asked }: ClockReasonProps) {
  const { repository, clock, clock_repository, clock_evidence } = row;
  const isListedFirst = clock_evidence === null || isDecidedByFirst(row);
  const script = scriptOf(row);
  // After a change of the file, the run of a script takes it in any case.
  const isConditional =
    conditionInWords(row, asked) !== undefined && (script === undefined || fileOf(row, asked) === undefined);
  return (
    <div className="flex flex-col gap-2">
      <p>
        Gets it {whenInWords(row, asked, script)}.{" "}
        <span className={cx("text-muted", script !== undefined && "max-sm:hidden")}>
          {script !== undefined
            ? SCRIPT_NOTE
            : isConditional
              ? "If so, no commit is needed."
              : CLOCK_WORDS[clock].long}
        </span>
      </p>
      {!isListedFirst && (
        <section aria-label="Deciding declaration" className="flex flex-col gap-2">
          <h3 className="font-medium">
            {clock_repository.id === repository.id
              ? "Deciding declaration"
              : `Deciding declaration, in ${clock_repository.full_path}`}
          </h3>
          <EvidenceLine repositoryId={clock_repository.id} line={clock_evidence} isDeciding={false} />
        </section>
      )}
    </div>
  );
}
