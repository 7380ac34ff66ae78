import { listRepositories } from "@knockon/contract/operations/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FolderGit2 } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { GraphView } from "./graph-view.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { type Findable, Finder } from "../../components/finder.tsx";

const FOUND = 8;

interface FoundNode extends Findable {
  /** Whether the current graph contains the repository. */
  isHere: boolean;
}

interface GraphFinderProps {
  view: GraphView | undefined;
  /** The selected repository, or the root. */
  chosen: string | undefined;
  /** For repositories in this graph. */
  onFind: (id: string) => void;
  /** For other repositories. */
  onDraw: (id: string) => void;
}

export function GraphFinder({ view, chosen, onFind, onDraw }: GraphFinderProps) {
  const [text, setText] = useState("");
  const found = useFound(text, view);
  // A new object would reset the text that the user is typing.
  const shown = useMemo(() => {
    const node = view?.nodes.find(({ id }) => id === chosen);
    return node && { id: node.id, text: node.fullPath, icon: FolderGit2 };
  }, [view, chosen]);
  return (
    <Finder
      bare
      label="Find a repository"
      placeholder="Find a repository"
      chosen={shown}
      found={found}
      onSearch={setText}
      onPick={({ id, isHere }) => (isHere ? onFind(id) : onDraw(id))}
    />
  );
}

function useFound(text: string, view: GraphView | undefined) {
  const { api } = useWorkspace();
  const q = useDeferredValue(text);
  const { data = [] } = useQuery({
    ...api.query(listRepositories, { query: { limit: 2 * FOUND, ...(q !== "" && { q }) } }),
    placeholderData: keepPreviousData,
  });
  // Results may belong to an earlier query, so filter them by the current text.
  const isMeant = (path: string): boolean => path.toLowerCase().includes(text.toLowerCase());
  const item = (id: string, path: string, isHere: boolean): FoundNode => ({
    id,
    text: path,
    icon: FolderGit2,
    isHere,
  });
  const nodes = view?.nodes ?? [];
  const ids = new Set(nodes.map(({ id }) => id));
  const here = nodes.filter(({ fullPath }) => isMeant(fullPath));
  const away = data.filter(({ id, full_path }) => !ids.has(id) && isMeant(full_path));
  return [
    {
      heading: "In this graph",
      items: here.slice(0, FOUND).map(({ id, fullPath }) => item(id, fullPath, true)),
    },
    {
      heading: "Other repositories",
      items: away.slice(0, FOUND).map(({ id, full_path }) => item(id, full_path, false)),
    },
  ];
}
