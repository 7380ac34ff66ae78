import type { Impact } from "@knockon/contract/resources/impact";
import { Link } from "@tanstack/react-router";
import { changeQuery, type ImpactSearch } from "./impact-search.ts";
import { nextRunOf } from "./impact-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { Section } from "../../components/page-header.tsx";
import { formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";

interface ReleasesProps {
  releases: NonNullable<Impact["releases"]>;
  search: ImpactSearch;
}

/** How many get which release on their next run, as the impact has them. Each asks for its impact. */
export const Releases = ({ releases, search }: ReleasesProps) =>
  releases.length > 0 && (
    <ul aria-label="On next run by release" className="divide-y divide-line border-t">
      {releases.map((release) => (
        <li key={release.version}>
          <ReleaseLink release={release} search={search} className="py-1" isNamed />
        </li>
      ))}
    </ul>
  );

/** The same in a summary, the highest version first. Nothing if one release reaches them all. */
export const ByRelease = ({ releases, search }: ReleasesProps) =>
  releases.length > 1 && (
    <Section title="By new version">
      <ol className="flex flex-col gap-2 text-13">
        {releases
          .toSorted((a, b) => b.version.localeCompare(a.version, "en", { numeric: true }))
          .map((release) => (
            <li key={release.version}>
              <ReleaseLink release={release} search={search} />
            </li>
          ))}
      </ol>
      <p className="mt-2 text-12 text-muted">
        The lowest version of each range. A repository can take several of them.
      </p>
    </Section>
  );

interface ReleaseLinkProps {
  release: ReleasesProps["releases"][number];
  search: ImpactSearch;
  className?: string;
  /** Whether it says in words that the number is on the next run. */
  isNamed?: boolean;
}

/** `7.0.0 ⚡ 104` */
function ReleaseLink({ release, search, className, isNamed = false }: ReleaseLinkProps) {
  const { slug } = useWorkspace().workspace;
  const { icon: Icon, text } = CLOCK_LOOKS.next_run;
  const { label } = CLOCK_WORDS.next_run;
  return (
    <Link
      to="/w/$slug/impact"
      params={{ slug }}
      search={changeQuery(search, { version: release.version })}
      className={cx("flex items-center justify-between gap-4 hover:underline", className)}
    >
      <span className="truncate font-mono text-12 text-text">{release.version}</span>
      <span className={cx("tabular flex shrink-0 items-center gap-1", text)}>
        <Icon aria-hidden className="size-3.5" />
        {formatCount(nextRunOf(release))} <span className={isNamed ? undefined : "sr-only"}>{label}</span>
      </span>
    </Link>
  );
}
