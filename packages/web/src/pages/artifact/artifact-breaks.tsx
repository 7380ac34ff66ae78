import { describeKind } from "@knockon/contract/check/words";
import type { Artifact } from "@knockon/contract/resources/artifact";
import type { LatentBreak } from "@knockon/contract/resources/check";
import { isVersioned } from "@knockon/contract/vocabulary/interface";
import { Link } from "@tanstack/react-router";
import { type BreaksOfOrg, breaksQuery } from "./use-breaks.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { BreakableName } from "../../components/breakable-name.tsx";
import { buttonLook } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { countOf } from "../../format/format.ts";
import { sentenceCase } from "../../format/words.ts";
import { timingInWords } from "../../subject/timing.ts";
import {
  countConsumers,
  earliestOfConsumers,
  effectsInWords,
  groupsByUrgency,
} from "../latent-breaks/break-groups.ts";

/** More are on the page of latent breaks. */
const SHOWN = 3;

interface ArtifactBreaksProps {
  artifact: Artifact;
  breaks: readonly BreaksOfOrg[];
}

/** The names that consumers pass or read and the artifact does not have. Renders nothing without any. */
export function ArtifactBreaks({ artifact, breaks: byOrg }: ArtifactBreaksProps) {
  const { slug } = useWorkspace().workspace;
  const [first] = byOrg;
  if (first === undefined) return null;
  const breaks = byOrg.flatMap((one) => one.breaks);
  const groups = groupsByUrgency(breaks);
  return (
    <Notice
      tone="warning"
      title={`${countOf(countConsumers(breaks), "repository passes or reads", "repositories pass or read")} what the current version does not have`}
      actions={
        <Link
          to="/w/$slug/latent-breaks"
          params={{ slug }}
          search={{ connected_org_id: first.orgId, q: breaksQuery(artifact) }}
          className={buttonLook()}
        >
          Show latent breaks
        </Link>
      }
    >
      <ul>
        {groups.slice(0, SHOWN).map((rows) => (
          <MissingName key={`${rows[0]?.kind} ${rows[0]?.name}`} rows={rows} />
        ))}
        {groups.length > SHOWN && <li>{countOf(groups.length - SHOWN, "other name", "other names")}</li>}
      </ul>
    </Notice>
  );
}

/** `Input token: 8 repositories, 3 on their next run, 5 when bumped (warns)` */
function MissingName({ rows }: { rows: readonly LatentBreak[] }) {
  const [first] = rows;
  if (first === undefined) return null;
  const { kind, name } = first;
  return (
    <li>
      {isVersioned(kind) ? `A version of ${describeKind(kind)}` : sentenceCase(describeKind(kind))}{" "}
      <BreakableName text={name} />: {countOf(countConsumers(rows), "repository", "repositories")},{" "}
      {timingInWords(earliestOfConsumers(rows))} ({effectsInWords(rows)})
    </li>
  );
}
