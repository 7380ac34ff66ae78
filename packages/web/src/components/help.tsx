import { Popover } from "@base-ui/react/popover";
import { CircleHelp } from "lucide-react";
import type { ReactNode } from "react";

/** Concepts that the application explains in place, as in `docs/concepts.md`. */
const CONCEPTS = {
  role: {
    subject: "roles",
    name: "Role",
    text: "What a repository needs the artifact for: runtime, build, CI, development, tests or examples. Fixtures, documentation and copies only mention it and never make a repository affected.",
  },
  scope: {
    subject: "scopes",
    name: "What passes the change on",
    text: "Where built in: a change travels from artifact to artifact and reaches only what is built from a changed one: a package, an image, a chart, a module. By every declaration: it reaches all that declare a changed repository, also those that build nothing from it, and finds more.",
  },
  clock: {
    subject: "when a change arrives",
    name: "Timing",
    text: "When a repository gets the change: its next build or run takes it without a commit, its lock file is refreshed, or someone bumps the version. Without a new version in the form, the latest known release decides which version ranges admit it. If in ^4.0.0: on its next run, if that range admits the new version.",
  },
  owner: {
    subject: "owners",
    name: "Owner",
    text: "The owner that CODEOWNERS names for the declaring file. Where no rule covers the file, it is the person who wrote most of the repository, in gray and marked as author, or with a pen where there is little room.",
  },
  order: {
    subject: "the order",
    name: "Order",
    text: "Earliest first, archived ones last. Of these, repositories that pass the change on to most others are first: to most on their next run, in red, then to most at all. Among equals, the most used are first.",
  },
  maximum: {
    subject: "the maximum",
    name: "May get it",
    text: "Version ranges such as ^4.0.0 decide which release a repository takes without a commit, and one release is not in all of them. Choose or enter a version to count for that one. A line that fetches one file takes only its changes: enter a path to count for that one.",
  },
  onward: {
    subject: "what passes a change on",
    name: "Passes on to",
    text: "How many more repositories get the change through this one, on a path with the fewest hops: those that declare the root themselves get it anyway. In red, how many of them get it on their next run through this one, with ? if a version or a file decides it. A repository with several such paths counts on each. 0 more: those that use it get the change without it. Choke points count less: only repositories that no other path reaches.",
  },
  end: {
    subject: "where a change ends",
    name: "Where a change ends",
    text: "A repository passes a change on if that is built into what it publishes. A change that it gets in CI, tests, development or examples ends there. Used by: how many repositories use it, none of which gets the change through it.",
  },
  dependencyType: {
    subject: "dependency types",
    name: "Dependency type",
    text: "What each repository declares to get the change: of one that gets it through another, that is its use of the other.",
  },
  chokePoints: {
    subject: "choke points",
    name: "Choke points",
    text: "Repositories through which others get the change and which have no way around them: if the change stops there, these never get it. What a repository passes on counts more: also repositories that another path reaches.",
  },
  confidence: {
    subject: "evidence",
    name: "Confidence",
    text: "How certain the evidence is, from 0 to 1: certain from 0.8, likely from 0.4, possible below. Manifests and build files have 0.65 to 1, other files 0.6 to 0.7, prose 0.3. A path is as certain as its weakest declaration.",
  },
  wave: {
    subject: "waves",
    name: "Rollout wave",
    text: "An order of releases, not a time: repositories of wave 1 can be released at once, those of wave 2 after them. Repositories that depend on each other are released together.",
  },
  shares: {
    subject: "shares of the work",
    name: "Share of the work",
    text: "Shares count commits, not lines, and a commit loses half of its weight each year. Bots and agents are excluded.",
  },
  busFactor: {
    subject: "the bus factor",
    name: "Bus factor",
    text: "The smallest number of people who together account for half of the work on a repository. Older work counts less, and bots do not count.",
  },
  risk: {
    subject: "the risk",
    name: "Risk",
    text: "The dependents on a logarithmic scale, from 0 to 100 (100 or more dependents), divided by the bus factor: the smallest number of people who together account for half of the work. Repositories that only mention it are not dependents.",
  },
  balance: {
    subject: "the order of columns",
    name: "Columns",
    text: "What others use is on the left, what uses others on the right: changes travel from left to right. Repositories that no other one uses, or that use no other one, are at the ends. Between the ends, the share of both decides.",
  },
  drawn: {
    subject: "the count",
    name: "Counted repositories",
    text: "The repositories that are drawn, also those in groups, and the dependencies between them.",
  },
} as const;

interface HelpProps {
  of: keyof typeof CONCEPTS;
  /** What is special here, after the paragraph. */
  children?: ReactNode;
  /** Words of a sentence to press instead of a question mark. */
  words?: string;
}

/** A question mark that explains a concept in one paragraph. */
export function Help({ of, children, words }: HelpProps) {
  const { subject, name, text } = CONCEPTS[of];
  return (
    <Popover.Root>
      {words === undefined ? (
        <Popover.Trigger
          aria-label={`Help on ${subject}`}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-text"
        >
          <CircleHelp aria-hidden className="size-3.5" />
        </Popover.Trigger>
      ) : (
        <Popover.Trigger
          title={`Help on ${subject}`}
          className="inline underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-current"
        >
          {words}
        </Popover.Trigger>
      )}
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className="z-50">
          <Popover.Popup className="max-w-80 rounded-md border bg-raised p-3 text-13 text-text">
            <Popover.Title className="mb-1 font-semibold">{name}</Popover.Title>
            <Popover.Description className="text-muted">{text}</Popover.Description>
            {children !== undefined && <div className="mt-2 text-muted">{children}</div>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
