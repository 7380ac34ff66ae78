import { Dialog } from "@base-ui/react/dialog";
import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listOwnershipRiskPeople } from "@knockon/contract/operations/ownership";
import { triggerScan } from "@knockon/contract/operations/scan";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import {
  Copy,
  FolderGit2,
  type LucideIcon,
  Package,
  Play,
  Radar,
  Share2,
  UserRound,
  Zap,
} from "lucide-react";
import { useDeferredValue, useState } from "react";
import { ACCOUNT, DESTINATIONS, settingsOf } from "./destinations.ts";
import { readRecents } from "./recents.ts";
import { useAction } from "../api/use-action.ts";
import { useEntitlements, useHasRole, useWorkspace } from "../api/workspace.ts";
import { TruncatedName } from "../components/text.tsx";
import { showToast } from "../components/toasts.tsx";
import { countOf } from "../format/format.ts";
import { type Subject, useSubjectSearch } from "../subject/use-subjects.ts";

/** Subjects that have commands. */
const WITH_COMMANDS = 3;
const MAX_PEOPLE = 5;
/** Organizations to scan that are offered before anything is typed. */
const MAX_SCANS = 2;

interface Entry {
  value: string;
  icon: LucideIcon;
  text: string;
  /** Names are set in mono. */
  isName?: boolean;
  /** At the right: a number, or the kind. */
  note?: string | undefined;
  run: () => unknown;
}

/** The command palette: pages, repositories, artifacts, files, people, scans, and what to do with them. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [picked, setPicked] = useState("");
  const q = useDeferredValue(text.trim());
  const { groups: all, isSearching } = useEntries(q);
  const groups = all.filter(({ entries }) => entries.length > 0);
  // The highlighted item may disappear while typing. Fall back to the first item.
  const values = groups.flatMap(({ entries }) => entries.map(({ value }) => value));
  const value = values.includes(picked) ? picked : (values[0] ?? "");
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="fixed top-2 left-1/2 z-40 w-[calc(100vw-1rem)] max-w-140 -translate-x-1/2 overflow-hidden rounded-md border bg-raised sm:top-[10vh]">
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command shouldFilter={false} label="Search and commands" value={value} onValueChange={setPicked}>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Search, or paste a clone URL or image"
              className="h-12 w-full border-b bg-transparent px-4 text-14 outline-none"
            />
            <Command.List className="max-h-[56vh] overflow-y-auto mask-b-from-[calc(100%-2.5rem)] p-1 pb-8">
              <Command.Empty className="px-3 py-8 text-center text-13 text-muted">
                {isSearching || q !== text.trim() ? "Searching…" : "No results."}
              </Command.Empty>
              {groups.map(({ heading, entries }) => (
                <Command.Group
                  key={heading}
                  heading={heading}
                  className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-12 **:[[cmdk-group-heading]]:text-muted"
                >
                  {entries.map((entry) => (
                    <Item
                      key={entry.value}
                      {...entry}
                      run={() => {
                        onClose();
                        entry.run();
                      }}
                    />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const KINDS = { file: "File", repository: "Repository", artifact: "Artifact" } as const;

interface Entries {
  groups: { heading: string; entries: Entry[] }[];
  isSearching: boolean;
}

function useEntries(q: string): Entries {
  const { workspace, api } = useWorkspace();
  const { slug } = workspace;
  const navigate = useNavigate();
  const { groups: found, isSearching } = useSubjectSearch(q);
  const subjects = found.flatMap(({ items }) => items);
  const { data: orgs = [] } = useQuery(api.query(listConnectedOrgs, { query: { limit: 100 } }));
  const people = usePeople(q);
  const mayScan = useHasRole("member");
  const isBilled = useEntitlements()?.billing_enforced;
  const scan = useAction({
    run: (connected_org_id: string) => api.call(triggerScan, { params: { connected_org_id }, body: {} }),
    onSuccess: ({ id }) => void navigate({ to: "/w/$slug/scans/$scanId", params: { slug, scanId: id } }),
  });
  const matches = (name: string): boolean => name.toLowerCase().includes(q.toLowerCase());
  const openRepository = (repositoryId: string) => () =>
    navigate({ to: "/w/$slug/repositories/$repositoryId", params: { slug, repositoryId } });
  const openArtifact = (artifactId: string) => () =>
    navigate({ to: "/w/$slug/artifacts/$artifactId", params: { slug, artifactId } });
  const openImpact =
    ({ search }: Subject) =>
    () =>
      navigate({ to: "/w/$slug/impact", params: { slug }, search });
  const entryOf = (subject: Subject): Entry => ({
    ...subject,
    value: subject.id,
    isName: true,
    note: subject.note ?? KINDS[subject.kind],
    run:
      subject.kind === "repository"
        ? openRepository(subject.id)
        : subject.kind === "artifact"
          ? openArtifact(subject.id)
          : openImpact(subject),
  });
  const first = q === "" ? [] : subjects.slice(0, WITH_COMMANDS);
  const repositories = first.filter(({ kind }) => kind === "repository");
  // The impact of the best match follows it, instead of all other matches.
  const asked = repositories[0];
  const impactOf = (subject: Subject): Entry => ({
    value: `impact-${subject.id}`,
    icon: Zap,
    text: `Impact of ${subject.text}`,
    run: openImpact(subject),
  });
  const recents = q === "" ? readRecents(slug) : [];
  const [recent] = recents;
  const impactOfRecent: Entry[] =
    recent === undefined
      ? []
      : [
          {
            value: `impact-recent-${recent.id}`,
            icon: Zap,
            text: `Impact of ${recent.text}`,
            run: () =>
              navigate({
                to: "/w/$slug/impact",
                params: { slug },
                search:
                  recent.kind === "repository" ? { repository_id: recent.id } : { artifact_id: recent.id },
              }),
          },
        ];
  const scanNow: Entry[] = orgs
    .filter(({ name }) => mayScan && matches(`scan ${name}`))
    .slice(0, q === "" ? MAX_SCANS : undefined)
    .map(({ id, name }) => ({
      value: `scan-${id}`,
      icon: Play,
      text: `Scan ${name} now`,
      run: () => scan.mutate(id),
    }));
  const groups = [
    {
      heading: "Recent",
      entries: recents.map(({ kind, id, text }) => ({
        value: `recent-${id}`,
        icon: kind === "repository" ? FolderGit2 : Package,
        text,
        isName: true,
        note: KINDS[kind],
        run: kind === "repository" ? openRepository(id) : openArtifact(id),
      })),
    },
    ...(q === "" ? [{ heading: "Actions", entries: [...impactOfRecent, ...scanNow] }] : []),
    {
      heading: "Pages",
      entries: [...DESTINATIONS, ...settingsOf(isBilled), ACCOUNT]
        .filter((page) => matches(page.text))
        .map(({ to, text, icon }) => ({
          value: to,
          icon,
          text,
          run: () => navigate({ to, params: { slug } }),
        })),
    },
    ...(["file", "repository", "artifact"] as const).map((kind) => ({
      heading: { file: "Files", repository: "Repositories", artifact: "Artifacts" }[kind],
      entries: subjects
        .filter((subject) => subject.kind === kind)
        .flatMap((subject) => (subject === asked ? [entryOf(subject), impactOf(subject)] : entryOf(subject))),
    })),
    {
      heading: "Impact and graph",
      entries: [
        ...first.filter((subject) => subject !== asked).map(impactOf),
        ...repositories.map(({ id, text }) => ({
          value: `graph-${id}`,
          icon: Share2,
          text: `Graph of ${text}`,
          run: () => navigate({ to: "/w/$slug/graph", params: { slug }, search: { root: id } }),
        })),
      ],
    },
    {
      heading: "People",
      entries: people.map(({ name, repositories: owned }) => ({
        value: `person-${name}-${owned[0]?.repository.id}`,
        icon: UserRound,
        text: name,
        note: `Half of the work of ${countOf(owned.length, "repository", "repositories")}`,
        run: () => navigate({ to: "/w/$slug/ownership", params: { slug }, search: { by: "people" } }),
      })),
    },
    {
      heading: "Scans",
      entries: orgs.flatMap(({ id, name, last_scan }): Entry[] => [
        ...(q === "" ? [] : scanNow.filter(({ value }) => value === `scan-${id}`)),
        ...(last_scan && matches(`last scan of ${name}`)
          ? [
              {
                value: `last-scan-${id}`,
                icon: Radar,
                text: `Last scan of ${name}`,
                run: () => navigate({ to: "/w/$slug/scans/$scanId", params: { slug, scanId: last_scan.id } }),
              },
            ]
          : []),
      ]),
    },
    {
      heading: "Copy clone URL",
      entries: repositories.flatMap(({ id, text, cloneUrl }) =>
        cloneUrl === undefined
          ? []
          : [{ value: `copy-${id}`, icon: Copy, text, isName: true, run: () => copy(cloneUrl) }],
      ),
    },
  ];
  return { groups, isSearching };
}

/** People who are the only maintainer of a repository, for those who may see them. */
function usePeople(q: string) {
  const { api } = useWorkspace();
  const { data: orgs = [] } = useQuery(api.query(listConnectedOrgs, { query: { limit: 100 } }));
  const maySee = useHasRole("admin");
  const results = useQueries({
    queries: orgs.map(({ id }) => ({
      ...api.query(listOwnershipRiskPeople, { params: { connected_org_id: id }, query: { limit: 500 } }),
      enabled: maySee && q !== "",
      staleTime: 5 * 60_000,
    })),
  });
  if (q === "") return [];
  return results
    .flatMap(({ data }) => data ?? [])
    .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
    .slice(0, MAX_PEOPLE);
}

async function copy(url: string): Promise<void> {
  await navigator.clipboard.writeText(url);
  showToast("Clone URL copied", url);
}

const Item = ({ value, icon: Icon, text, isName = false, note, run }: Entry) => (
  <Command.Item
    value={value}
    onSelect={run}
    className="flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-3 text-13 data-[selected=true]:bg-accent-soft"
  >
    <Icon aria-hidden className="size-4 shrink-0 text-muted" />
    {isName ? (
      <span className="flex min-w-0 flex-1">
        <TruncatedName text={text} />
      </span>
    ) : (
      <span className="min-w-0 flex-1 truncate">{text}</span>
    )}
    {note !== undefined && <span className="shrink-0 text-12 text-muted">{note}</span>}
  </Command.Item>
);
