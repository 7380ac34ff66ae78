import { cx } from "../../components/class-names.ts";
import { countOf, formatCount } from "../../format/count.ts";
import { mostDependents, scatter, TOP_BUS_FACTOR, xOf, yOf, type Point, type Risk } from "./scatter.ts";

/** Where the service begins to call it a risk, unless told otherwise. */
const FEW = 2;
const MANY = 5;

const X_TICKS = [0, 1, 5, 20, 100, 500];
const Y_TICKS = Array.from({ length: TOP_BUS_FACTOR }, (_, index) => index + 1);

const isRisky = ({ bus_factor, dependent_repositories_total }: Risk): boolean =>
  bus_factor <= FEW && dependent_repositories_total >= MANY;

const percent = (part: number): string => `${part * 100}%`;
const diameter = (count: number): number => Math.min(24, 8 + 4 * Math.log2(count));

/** Bus factor against fan-in: what is low and on the right rests on few, and much rests on it. */
export function RiskScatter({ risks }: { risks: readonly Risk[] }) {
  const most = mostDependents(risks);
  const risky = risks.filter(isRisky).length;
  const caption = `${risky === 0 ? "None" : formatCount(risky)} of ${countOf(risks.length, "repository", "repositories")} ${risky > 1 ? "have" : "has"} ${MANY} or more dependents and a bus factor of 1 or 2`;
  return (
    <figure>
      <figcaption className="mb-3 text-13">{caption}.</figcaption>
      <div role="img" aria-label={`Bus factor by dependents: ${caption}.`} className="pr-2 pl-7">
        <div className="mb-1 -ml-7 text-12 text-muted">Bus factor</div>
        <div className="relative h-44 border-b border-l">
          <span
            className="absolute right-0 bottom-0 rounded-sm bg-danger-soft"
            style={{
              left: percent(inset(Math.min(1, xOf(MANY, most))) - 0.03),
              height: percent(inset(yOf(FEW)) + 0.06),
            }}
          />
          {Y_TICKS.map((tick) => (
            <span
              key={tick}
              className="tabular absolute right-full mr-2 translate-y-1/2 text-12 whitespace-nowrap text-muted"
              style={{ bottom: percent(inset(yOf(tick))) }}
            >
              {tick === TOP_BUS_FACTOR ? `${tick}+` : tick}
            </span>
          ))}
          {scatter(risks).map((point) => (
            <Dot key={`${point.busFactor} ${point.dependents}`} point={point} />
          ))}
        </div>
        <div className="relative mt-1 h-4">
          {X_TICKS.filter((tick) => tick <= most).map((tick) => (
            <span
              key={tick}
              className="tabular absolute -translate-x-1/2 text-12 text-muted"
              style={{ left: percent(inset(xOf(tick, most))) }}
            >
              {tick}
            </span>
          ))}
        </div>
        <div className="text-right text-12 text-muted">Dependent repositories</div>
      </div>
    </figure>
  );
}

/** Points keep away from the edges, so that none is cut. */
const inset = (part: number): number => 0.06 + part * 0.88;

function Dot({ point: { busFactor, dependents, count, x, y } }: { point: Point }) {
  const size = diameter(count);
  const atRisk = isRisky({ bus_factor: busFactor, dependent_repositories_total: dependents });
  return (
    <span
      title={`${countOf(count, "repository", "repositories")} with ${countOf(dependents, "dependent", "dependents")}, bus factor ${busFactor}`}
      className={cx(
        "absolute -translate-x-1/2 translate-y-1/2 rounded-full border-2",
        atRisk ? "border-danger bg-danger" : "border-slate bg-canvas",
      )}
      style={{ left: percent(inset(x)), bottom: percent(inset(y)), width: size, height: size }}
    />
  );
}
