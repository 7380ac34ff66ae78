import { ArrowRight, PenLine, Repeat, Users, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { byWhen } from "./condition.ts";
import type { Layers } from "./layers.ts";
import { haveFollowers, timingsOf } from "./sections.ts";
import { CLOCK_LOOKS, FOLLOWS } from "../../components/badges.tsx";
import { isAuthor } from "../../components/owner-name.tsx";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";
import { inHeading, sentenceCase, timingLabel } from "../../format/words.ts";

const Entry = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-1">{children}</span>
);

const LEGEND = "graph-list-legend";

/** Leads to the legend, which is below the list. */
export const ToLegend = () => (
  <button
    type="button"
    onClick={() => document.getElementById(LEGEND)?.scrollIntoView()}
    className="mr-auto text-accent hover:underline"
  >
    Legend
  </button>
);

/** What the icons and numbers of a list mean, below it. */
export function ListLegend({ layers }: { layers: Layers }) {
  const { cards, columns } = layers;
  const repositories = cards.filter((card) => card.kind === "repository");
  const types = new Set(repositories.flatMap(({ node }) => node.mainType ?? []));
  const isRanked = layers.isRanked === true;
  const whens = byWhen(
    columns.flatMap(({ at }) => (at === 0 || isRanked ? [] : timingsOf(layers, at))),
    (timing) => timing,
  );
  return (
    <section aria-labelledby={LEGEND} className="mt-4 text-12 text-muted">
      <h2 id={LEGEND} className="flex h-8 items-center font-medium">
        Legend
      </h2>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        {whens.map(({ when: { clock, isMaximum } }) => {
          const { icon: Icon, text } = CLOCK_LOOKS[clock];
          const label = timingLabel(clock, isMaximum);
          return (
            <Entry key={label}>
              <Icon aria-hidden className={cx("size-3", text)} />
              {sentenceCase(label)}
            </Entry>
          );
        })}
        {isRanked && (
          <Entry>
            <Zap aria-hidden className="size-3 text-danger" /> Dependents that get a change on their next run
            (? may be)
          </Entry>
        )}
        {repositories.some(({ passesOn = 0 }) => passesOn > 0) && (
          <Entry>
            <ArrowRight aria-hidden className="size-3" />
            <Zap aria-hidden className="size-3" /> M of N: passes on to N, M on next run (? may be)
          </Entry>
        )}
        {haveFollowers(layers) && (
          <Entry>
            <FOLLOWS aria-hidden className="size-3" /> After others bump: nothing has to be edited
          </Entry>
        )}
        {repositories.some(({ isInCycle }) => isInCycle === true) && (
          <Entry>
            <Repeat aria-hidden className="size-3" /> Dependency cycle with the root
          </Entry>
        )}
        {repositories.some(({ node }) => isAuthor(node)) && (
          <Entry>
            <PenLine aria-hidden className="size-3 text-faint" /> Author, where no code owner is declared
          </Entry>
        )}
        {cards.some((card) => card.kind === "group" && card.isOwner === true) && (
          <Entry>
            <Users aria-hidden className="size-3.5" /> Repositories of an owner
          </Entry>
        )}
        {[...types].map((type) => (
          <Entry key={type}>
            <EcosystemIcon ecosystem={ecosystemOf(type)} className="size-3.5" /> {inHeading(type)}
          </Entry>
        ))}
      </p>
    </section>
  );
}
