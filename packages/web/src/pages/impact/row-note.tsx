import { conditionInBrief, fileOf, shortFile } from "./impact-condition.ts";
import type { ImpactSearch } from "./impact-search.ts";
import type { NameOwner } from "./impact-owners.ts";
import {
  type Affected,
  hasMixedRoles,
  rolesInWords,
  scriptOf,
  unusualRolesInWords,
  versionsOf,
  viaOf,
} from "./impact-text.ts";
import { afterInWords } from "./impact-followers.ts";
import { shortOwner } from "../graph/card-text.ts";
import { CLOCK_LOOKS, FOLLOWS } from "../../components/badges.tsx";
import { AuthorMark, isAuthor } from "../../components/owner-name.tsx";
import { cx } from "../../components/dom.ts";
import { OwnershipSummary } from "../../components/ownership-summary.tsx";
import { PassesOn } from "../../components/passes-on.tsx";
import { countOf, shortVersion } from "../../format/format.ts";
import { CLOCK_WORDS, confidenceInWords } from "../../format/words.ts";

interface RowNoteProps {
  row: Affected;
  /** The question. */
  asked: ImpactSearch;
  isMentions: boolean;
  /** The name of its organization, if another one has the same path. */
  org: string | undefined;
  nameOwner: NameOwner;
  /** Not grouped by owner. */
  hasOwner: boolean;
  /** Not all repositories have the same role, which the sentence above would say. */
  hasRoles: boolean;
}

/** The timing and the owner if there is no column for them, the organization of a doubled path, unusual roles, a confidence that is not certain, how many repositories are in between, and what it passes on. */
export function RowNote(props: RowNoteProps) {
  const { row, asked, isMentions, org, nameOwner, hasOwner, hasRoles } = props;
  const via = viaOf(row);
  const { owner, ownership, clock, onward, archived: isArchived } = row;
  const certainty = confidenceInWords(row.confidence);
  const look = CLOCK_LOOKS[clock];
  const file = isMentions || isArchived ? undefined : fileOf(row, asked);
  const condition = isArchived ? "once unarchived" : conditionInBrief(row, asked);
  const script = scriptOf(row);
  const after = isMentions || isArchived ? undefined : afterInWords(row);
  const Icon = after === undefined ? look.icon : FOLLOWS;
  // Other conditions name it.
  const hasVersion = (condition === undefined && after === undefined) || file !== undefined;
  const version = hasVersion ? versionInBrief(row) : "";
  const words = [
    org === undefined ? "" : `in ${org}`,
    isMentions ? rolesInWords(row) : hasRoles || hasMixedRoles(row) ? unusualRolesInWords(row) : "",
    certainty === "certain" ? "" : certainty,
    // The timing says it.
    row.clock_repository.id === row.path.at(-2)?.source.id && after !== undefined ? "" : nearestVia(row),
  ].filter((text) => text !== "");
  const showsOwner = hasOwner && (owner !== null || (ownership !== null && ownership.bus_factor > 0));
  const titles = [
    ...(certainty === "certain" ? [] : [`Confidence ${row.confidence.toFixed(2)}`]),
    ...(via.length === 0 ? [] : [`via ${via.join(", then ")}`]),
  ];
  return (
    <span className="flex min-w-0 items-center gap-x-1.5 text-12 text-muted">
      <span
        className={file === undefined ? "truncate @max-sm:whitespace-normal" : "whitespace-normal"}
        title={titles.length === 0 ? undefined : titles.join("; ")}
      >
        {!isMentions && (
          // On a phone, a badge would leave no room for the name.
          <span className={cx("@sm:hidden", isArchived ? "text-muted" : look.text)}>
            <Icon aria-hidden className="mr-1 inline size-3 align-[-1px]" />
            {condition ?? after ?? CLOCK_WORDS[clock].label}
            {version !== "" && " · "}
            <span className="text-muted">{version}</span>
            <span className="text-muted">{(showsOwner || words.length > 0) && " · "}</span>
          </span>
        )}
        {showsOwner && (
          <span className="@2xl:hidden">
            {owner === null ? (
              <>
                maintained by <OwnershipSummary ownership={ownership} />
              </>
            ) : (
              <>
                {isAuthor({ lineOwner: owner }) && <AuthorMark />}
                {shortOwner(nameOwner(owner)).replace(/ (?=\+\d+$)/u, "\u{A0}")}
              </>
            )}
            {words.length > 0 && " · "}
          </span>
        )}
        {words.join(" · ")}
        {file !== undefined && (
          // Without its repository, or what takes it, it would be read as a file of this one.
          <span title={file} className="@max-sm:hidden">
            {words.length > 0 && " · "}
            {shortFile(file)}
            {script === undefined ? (
              ` of ${takenFrom(row)}`
            ) : (
              <>
                , {/* No line ends at a hyphen of its name. */}
                <span className="inline-block max-w-full truncate align-bottom">when {script} runs</span>
              </>
            )}
          </span>
        )}
      </span>
      {onward !== undefined && onward.repositories > 0 && (
        <span className={cx("hidden shrink-0 gap-x-1.5 @sm:flex @3xl:hidden", hasOwner && "@2xl:hidden")}>
          <PassesOn inLine onward={onward} />
        </span>
      )}
    </span>
  );
}

/** The repository whose file the deciding line takes. */
const takenFrom = ({ path, clock_repository }: Affected): string | undefined =>
  path.find(({ source }) => source.id === clock_repository.id)?.target.name;

/** `v1.24.1 +1`: the first version, and the number of others. */
function versionInBrief(row: Affected): string {
  const [first, ...others] = versionsOf(row);
  if (first === undefined) return "";
  return shortVersion(first) + (others.length > 0 ? ` +${others.length}` : "");
}

/** `via flux2`, or `via 2 repositories`. Nothing of a direct dependent. */
function nearestVia({ path }: Affected): string {
  const [step, ...others] = path.slice(0, -1);
  if (step === undefined) return "";
  return others.length === 0
    ? `via ${step.source.name}`
    : `via ${countOf(others.length + 1, "repository", "repositories")}`;
}
