/** From so many dependents on, fan-in weighs all it can. */
const FULL_FAN_IN = 100;

/** What a fan-in weighs, from 0 to 100 on a logarithmic scale: the term of the risk that the bus factor divides. */
export const fanInWeight = (dependents: number): number =>
  100 * Math.min(1, Math.log(1 + dependents) / Math.log(1 + FULL_FAN_IN));
