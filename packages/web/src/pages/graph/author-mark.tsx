import { PenLine } from "lucide-react";
import type { ViewNode } from "./graph-view.ts";

/** Whether no one has declared the owner of a repository, so that it is who wrote most of it. */
export const isAuthor = ({ lineOwner }: Pick<ViewNode, "lineOwner">): boolean =>
  lineOwner !== undefined && lineOwner.source !== "codeowners";

/** Before an owner that no one has declared. */
export const AuthorMark = () => (
  <span title="Author: no code owner is declared" className="inline-flex shrink-0 align-[-1px]">
    <PenLine aria-hidden className="mr-1 size-3 text-faint" />
    <span className="sr-only">author </span>
  </span>
);
