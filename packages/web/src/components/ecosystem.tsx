import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import {
  Bird,
  Blocks,
  Box,
  Boxes,
  Braces,
  ChartLine,
  ChevronsRight,
  CirclePlay,
  Coffee,
  Cog,
  Container,
  Cpu,
  Cuboid,
  Droplet,
  Feather,
  FileCode,
  Gem,
  GitBranch,
  Hexagon,
  Leaf,
  type LucideIcon,
  Ship,
  Snowflake,
  Target,
  Terminal,
  Theater,
  Workflow,
} from "lucide-react";
import { cx } from "./dom.ts";
import { type Ecosystem, ecosystemColor, ecosystemOf } from "../format/ecosystems.ts";
import { inHeading } from "../format/words.ts";

const ICONS: Record<Ecosystem, LucideIcon> = {
  docker: Container,
  npm: Hexagon,
  python: Braces,
  go: ChevronsRight,
  jvm: Coffee,
  rust: Cog,
  dotnet: Cuboid,
  php: Feather,
  ruby: Gem,
  elixir: Droplet,
  terraform: Blocks,
  kubernetes: Ship,
  github: CirclePlay,
  gitlab: Workflow,
  pipelines: Workflow,
  ansible: Terminal,
  puppet: Theater,
  vagrant: Boxes,
  tooling: Box,
  bazel: Leaf,
  nix: Snowflake,
  swift: Bird,
  dart: Target,
  r: ChartLine,
  schemas: FileCode,
  cpp: Cpu,
  git: GitBranch,
};

/** The icon of an ecosystem in its color. The name is next to it or in the accessible name of what contains it. */
export function EcosystemIcon({ ecosystem, className }: { ecosystem: Ecosystem; className?: string }) {
  const Icon = ICONS[ecosystem];
  return (
    <Icon
      aria-hidden
      className={cx("size-4 shrink-0", className)}
      style={{ color: ecosystemColor(ecosystem) }}
    />
  );
}

/** An artifact type with the icon of its ecosystem. */
export const TypeLabel = ({ type }: { type: ArtifactType }) => (
  <span className="flex min-w-0 items-center gap-1.5">
    <EcosystemIcon ecosystem={ecosystemOf(type)} />
    <span className="truncate">{inHeading(type)}</span>
  </span>
);
