import { ROLES } from "@knockon/contract/vocabulary/role";
import { CERTAIN, type Thousandths } from "../confidence.ts";
import { FASTEST } from "./clock.ts";

/**
 * The best path of a change to a place, packed into one number: hops, whether its last use is not secondary, speed,
 * strength, and the roles of all uses that lead there with as few hops. A greater number is a better path, except for the
 * roles. 0 if the change does not get there.
 */
export type Route = number;

/** Greater than any depth. */
export const UNREACHED = 255;

const STRENGTH_SHIFT = ROLES.length;
const SPEED_SHIFT = STRENGTH_SHIFT + 10;
const PRIMARY_SHIFT = SPEED_SHIFT + 2;
const HOPS_SHIFT = PRIMARY_SHIFT + 1;
const ROLES_MASK = (1 << STRENGTH_SHIFT) - 1;
const STRENGTH_MASK = (1 << (SPEED_SHIFT - STRENGTH_SHIFT)) - 1;

/** Returns the number of uses between repositories; `UNREACHED` if the change does not get there. */
export const hopsOf = (route: Route): number => UNREACHED - (route >>> HOPS_SHIFT);

/** Returns the speed of the slowest use: an index into `SPEEDS`. */
export const speedOf = (route: Route): number => (route >>> SPEED_SHIFT) & 3;

/** Returns the confidence of the weakest use, including uses within repositories. */
export const strengthOf = (route: Route): Thousandths => (route >>> STRENGTH_SHIFT) & STRENGTH_MASK;

/** Returns a mask of roles. */
export const rolesOf = (route: Route): number => route & ROLES_MASK;

/** Returns the route without its roles, which is less than every better one, and greater than every worse one with roles. */
export const pathOf = (route: Route): Route => route & ~ROLES_MASK;

/** Returns the least route with as many hops. */
export const routeOf = (hops: number): Route => (UNREACHED - hops) << HOPS_SHIFT;

/** Returns the least route with as many hops as the given one. */
export const fewestHops = (route: Route): Route => route & (UNREACHED << HOPS_SHIFT);

/** Returns what a path has in addition to its hops. */
export const qualityOf = (isPrimary: boolean, speed: number, strength: Thousandths): Route =>
  (Number(isPrimary) << PRIMARY_SHIFT) | (speed << SPEED_SHIFT) | (strength << STRENGTH_SHIFT);

/** The route to a place where the change starts. */
export const START: Route = routeOf(0) | qualityOf(true, FASTEST, CERTAIN);

/** Returns the path of a route over another use, within the repository. */
export const weaken = (route: Route, weight: Thousandths): Route =>
  pathOf(route) + (Math.min(0, weight - strengthOf(route)) << STRENGTH_SHIFT);
