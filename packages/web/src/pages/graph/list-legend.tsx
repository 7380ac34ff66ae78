import { ArrowRight, Zap } from "lucide-react";
import type { ReactNode } from "react";
import type { Card } from "./layers.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";
import { inHeading } from "../../format/words.ts";

const Entry = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-1">{children}</span>
);

/** What the icons and numbers of a list mean, below it. */
export function ListLegend({ cards }: { cards: readonly Card[] }) {
  const repositories = cards.filter((card) => card.kind === "repository");
  const types = new Set(repositories.flatMap(({ node }) => node.mainType ?? []));
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-12 text-muted">
      {repositories.some(({ passesOn = 0 }) => passesOn > 0) && (
        <Entry>
          <ArrowRight aria-hidden className="size-3" /> Passes on to,
          <Zap aria-hidden className="size-3 text-danger" /> on next run
        </Entry>
      )}
      {types.size > 0 && <span>Main type:</span>}
      {[...types].map((type) => (
        <Entry key={type}>
          <EcosystemIcon ecosystem={ecosystemOf(type)} className="size-3.5" /> {inHeading(type)}
        </Entry>
      ))}
    </p>
  );
}
