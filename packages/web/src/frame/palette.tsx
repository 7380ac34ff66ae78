import { Dialog } from "@base-ui/react/dialog";
import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import { triggerScan } from "@knockon/contract/operations/scan";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Copy, FolderGit2, type LucideIcon, Play } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { DESTINATIONS, SETTINGS } from "./destinations.ts";
import { useAction } from "../api/use-action.ts";
import { useHasRole, useWorkspace } from "../api/workspace.ts";
import { showToast } from "../components/toasts.tsx";

const FOUND = 8;
const COPIES = 3;

/** The command palette: pages, repositories, scans and clone URLs. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { workspace, api } = useWorkspace();
  const { slug } = workspace;
  const [text, setText] = useState("");
  const [picked, setPicked] = useState("");
  const q = useDeferredValue(text.trim());
  const { data: repositories = [] } = useQuery({
    ...api.query(listRepositories, { query: { limit: FOUND, ...(q !== "" && { q }) } }),
    placeholderData: keepPreviousData,
  });
  const { data: orgs = [] } = useQuery(api.query(listConnectedOrgs, { query: { limit: 100 } }));
  const mayScan = useHasRole("member");
  const navigate = useNavigate();
  const scan = useAction({
    run: (connected_org_id: string) => api.call(triggerScan, { params: { connected_org_id }, body: {} }),
    onSuccess: ({ id }) => void navigate({ to: "/w/$slug/scans/$scanId", params: { slug, scanId: id } }),
  });
  const and = (act: () => unknown) => (): void => {
    onClose();
    act();
  };
  const matches = (name: string): boolean => name.toLowerCase().includes(q.toLowerCase());
  const pages = [...DESTINATIONS, ...SETTINGS].filter((page) => matches(page.text));
  const scans = mayScan ? orgs.filter(({ name }) => matches(`scan ${name}`)) : [];
  const copies = q === "" ? [] : repositories.slice(0, COPIES);
  // The highlighted item may disappear while typing. Fall back to the first item.
  const values = [
    ...pages.map(({ to }) => to),
    ...repositories.map(({ id }) => id),
    ...scans.map(({ id }) => `scan-${id}`),
    ...copies.map(({ id }) => `copy-${id}`),
  ];
  const value = values.includes(picked) ? picked : (values[0] ?? "");
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="fixed top-[10vh] left-1/2 z-40 w-[calc(100vw-2rem)] max-w-140 -translate-x-1/2 overflow-hidden rounded-md border bg-raised">
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command shouldFilter={false} label="Search and commands" value={value} onValueChange={setPicked}>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Search repositories, pages and commands"
              className="h-12 w-full border-b bg-transparent px-4 text-14 outline-none"
            />
            <Command.List className="max-h-[56vh] overflow-y-auto p-1 pb-2">
              <Command.Empty className="px-3 py-8 text-center text-13 text-muted">No results.</Command.Empty>
              <Group heading="Pages">
                {pages.map(({ to, text: name, icon }) => (
                  <Item
                    key={to}
                    value={to}
                    icon={icon}
                    onSelect={and(() => navigate({ to, params: { slug } }))}
                  >
                    {name}
                  </Item>
                ))}
              </Group>
              <Group heading="Repositories">
                {repositories.map(({ id, full_path }) => (
                  <Item
                    key={id}
                    value={id}
                    icon={FolderGit2}
                    onSelect={and(() =>
                      navigate({
                        to: "/w/$slug/repositories/$repositoryId",
                        params: { slug, repositoryId: id },
                      }),
                    )}
                  >
                    <span className="truncate font-mono text-13">{full_path}</span>
                  </Item>
                ))}
              </Group>
              <Group heading="Scans">
                {scans.map(({ id, name }) => (
                  <Item key={id} value={`scan-${id}`} icon={Play} onSelect={and(() => scan.mutate(id))}>
                    Scan {name}
                  </Item>
                ))}
              </Group>
              <Group heading="Copy clone URL">
                {copies.map(({ id, full_path, clone_url }) => (
                  <Item key={id} value={`copy-${id}`} icon={Copy} onSelect={and(() => copy(clone_url))}>
                    <span className="truncate font-mono text-13">{full_path}</span>
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

async function copy(url: string): Promise<void> {
  await navigator.clipboard.writeText(url);
  showToast("Clone URL copied", url);
}

function Group({ heading, children }: { heading: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-12 **:[[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  value: string;
  icon: LucideIcon;
  onSelect: () => void;
  children: ReactNode;
}

const Item = ({ value, icon: Icon, onSelect, children }: ItemProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-3 text-13 data-[selected=true]:bg-hover"
  >
    <Icon aria-hidden className="size-4 shrink-0 text-muted" />
    {children}
  </Command.Item>
);
