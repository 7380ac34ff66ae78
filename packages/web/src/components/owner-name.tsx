import type { LineOwner } from "@knockon/contract/resources/fields";
import { PenLine } from "lucide-react";
import { cx } from "./dom.ts";
import { formatCount } from "../format/format.ts";
import { INFERRED, ownerInBrief, ownerTitle } from "../format/words.ts";

interface OwnerNameProps {
  /** The owners in words, as everywhere on the page. */
  name: string;
  source: LineOwner["source"];
}

/** Where a pen before the name takes the place of the word: below a width of the list, or of the window. */
const NARROW = {
  list: { pen: "@3xl:hidden", word: "@max-3xl:sr-only" },
  window: { pen: "md:hidden", word: "max-md:sr-only" },
};

/** An owner on one line. One that no CODEOWNERS file declares has the word `author` after the name, which is never cut. */
export function OwnerName({ name, source, narrow }: OwnerNameProps & { narrow?: keyof typeof NARROW }) {
  const inferred = INFERRED[source];
  const look = narrow && NARROW[narrow];
  return (
    <span className="inline-flex max-w-full min-w-0 items-baseline gap-x-1.5">
      {inferred && look && (
        <PenLine aria-hidden className={cx("size-3 shrink-0 self-center text-faint", look.pen)} />
      )}
      <span className={cx("truncate", inferred && "text-muted")}>{name}</span>
      {inferred && <span className={cx("shrink-0 text-12 text-faint", look?.word)}>{inferred.mark}</span>}
    </span>
  );
}

/** Whether no one has declared the owner of a repository, so that it is who wrote most of it. */
export const isAuthor = ({ lineOwner }: { lineOwner?: LineOwner | undefined }): boolean =>
  lineOwner !== undefined && INFERRED[lineOwner.source] !== undefined;

/** Whether a group is of someone who is only the author of its repositories. */
export const isOfAuthor = ({
  isOwner,
  isRest,
  nodes,
}: {
  isOwner?: boolean;
  isRest?: boolean;
  nodes: readonly { lineOwner?: LineOwner | undefined }[];
}): boolean => isOwner === true && isRest !== true && nodes.every(isAuthor);

/** Of a group of one owner, of which of its repositories it is only the author. None if that is so of all. */
export const authoredIn = (group: Parameters<typeof isOfAuthor>[0]): number =>
  group.isOwner === true && group.isRest !== true && !isOfAuthor(group)
    ? group.nodes.filter(isAuthor).length
    : 0;

/** That number, beside the name of the owner. */
export const AuthoredCount = ({ count }: { count: number }) => (
  <span
    title={`Author of ${formatCount(count)}`}
    className="tabular flex shrink-0 items-center gap-0.5 self-center text-12 font-normal text-muted"
  >
    <PenLine aria-hidden className="size-3 text-faint" />
    {formatCount(count)}
    <span className="sr-only"> as author</span>
  </span>
);

/** Before an owner that no one has declared. */
export const AuthorMark = () => (
  <span title="Author: no code owner is declared" className="inline-flex shrink-0 align-[-1px]">
    <PenLine aria-hidden className="mr-1 size-3 text-faint" />
    <span className="sr-only">author </span>
  </span>
);

/** What the pen means, where rows have it instead of the word. */
export const PenNote = ({ className }: { className?: string }) => (
  <span className={cx("whitespace-nowrap", className)}>
    <PenLine aria-hidden className="mr-1 inline size-3 align-[-1px] text-faint" />
    author
  </span>
);

/** The same inside a line of text, which may lose its end. */
export function OwnerWords({ name, source }: OwnerNameProps) {
  const inferred = INFERRED[source];
  return inferred ? (
    <>
      {name} <span className="text-faint">{inferred.mark}</span>
    </>
  ) : (
    name
  );
}

interface RepositoryOwnerProps {
  owner: LineOwner;
  /** Path of the repository, whose organization is left out. */
  path: string;
}

/** The owner of a repository below its name. The tooltip has all names in full. */
export const RepositoryOwner = ({ owner, path }: RepositoryOwnerProps) => (
  <span title={ownerTitle(owner)}>
    <OwnerWords name={ownerInBrief(owner.names, path)} source={owner.source} />
  </span>
);
