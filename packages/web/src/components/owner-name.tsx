import type { LineOwner } from "@knockon/contract/resources/fields";
import { cx } from "./dom.ts";
import { INFERRED, ownerInBrief, ownerTitle } from "../format/words.ts";

interface OwnerNameProps {
  /** The owners in words, as everywhere on the page. */
  name: string;
  source: LineOwner["source"];
}

/** An owner on one line. One that no CODEOWNERS file declares has the word `author` after the name, which is never cut. */
export function OwnerName({ name, source }: OwnerNameProps) {
  const inferred = INFERRED[source];
  return (
    <span className="inline-flex max-w-full min-w-0 items-baseline gap-x-1.5">
      <span className={cx("truncate", inferred && "text-muted")}>{name}</span>
      {inferred && <span className="shrink-0 text-12 text-faint">{inferred.mark}</span>}
    </span>
  );
}

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
