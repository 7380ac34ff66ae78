import { ROLES } from "@knockon/contract/vocabulary/role";
import { CERTAIN, type Thousandths } from "../confidence.ts";
import { lesser, maskIfLess } from "./branchless.ts";
import { FASTEST } from "./clock.ts";

/**
 * The best path of a change to a place, packed into one number: hops, whether its last use is not secondary, speed,
 * strength, and the roles of all uses that lead there with as few hops. A greater number is a better path, except for the
 * roles. 0 if the change does not get there.
 */
export type Route = number;

/**
 * What a query reads of every use, in the same bits as a route, so that a path is extended without shifts: whether the use
 * is not secondary, speed, confidence and role. In place of the hops, whether the speed depends on the release, and the
 * dependency type.
 */
export type Facts = number;

/** Greater than any depth. */
export const UNREACHED = 255;

const STRENGTH_SHIFT = ROLES.length;
const SPEED_SHIFT = STRENGTH_SHIFT + 10;
const PRIMARY_SHIFT = SPEED_SHIFT + 2;
const HOPS_SHIFT = PRIMARY_SHIFT + 1;
const TYPE_SHIFT = HOPS_SHIFT + 1;
const ROLES_MASK = (1 << STRENGTH_SHIFT) - 1;
const STRENGTH_MASK = (1 << SPEED_SHIFT) - (1 << STRENGTH_SHIFT);
const SPEED_MASK = (1 << PRIMARY_SHIFT) - (1 << SPEED_SHIFT);
const PRIMARY_MASK = 1 << PRIMARY_SHIFT;
const SELECTIVE_MASK = 1 << HOPS_SHIFT;

/** Returns the number of uses between repositories; `UNREACHED` if the change does not get there. */
export const hopsOf = (route: Route): number => UNREACHED - (route >>> HOPS_SHIFT);

/** Returns the speed of a use, for a release that the constraint admits, or of the slowest use: an index into `SPEEDS`. */
export const speedOf = (bits: Route): number => (bits & SPEED_MASK) >>> SPEED_SHIFT;

/** Returns the confidence of a use, or of the weakest one, including uses within repositories. */
export const strengthOf = (bits: Route): Thousandths => (bits & STRENGTH_MASK) >>> STRENGTH_SHIFT;

/** Returns a mask of roles. */
export const rolesOf = (bits: Route): number => bits & ROLES_MASK;

/** Returns the route without its roles, which is less than every better one, and greater than every worse one with roles. */
export const pathOf = (route: Route): Route => route & ~ROLES_MASK;

/** Returns the least route with as many hops. */
export const routeOf = (hops: number): Route => (UNREACHED - hops) << HOPS_SHIFT;

/** Returns the least route with as many hops as the given one. */
export const fewestHops = (route: Route): Route => route & (UNREACHED << HOPS_SHIFT);

/** The route to a place where the change starts. */
export const START: Route =
  routeOf(0) | PRIMARY_MASK | (FASTEST << SPEED_SHIFT) | (CERTAIN << STRENGTH_SHIFT);

/** Returns the path of a route over a use by another repository. `least` is the least route with as many hops as it. */
export const extend = (route: Route, facts: Facts, least: Route): Route =>
  least |
  (facts & PRIMARY_MASK) |
  lesser(facts & SPEED_MASK, route & SPEED_MASK) |
  lesser(facts & STRENGTH_MASK, route & STRENGTH_MASK);

/** Returns the path of a route over another use, within the repository. */
export const weaken = (route: Route, weight: Thousandths): Route =>
  pathOf(route) + (Math.min(0, weight - strengthOf(route)) << STRENGTH_SHIFT);

interface Traits {
  /** An index into `ROLES`. */
  role: number;
  /** An index into `SPEEDS`. */
  speed: number;
  /** Whether the use decides a clock only if no other does. */
  isSecondary: boolean;
  /** Whether the speed depends on the release. */
  isSelective: boolean;
}

export const packFacts = ({ role, speed, isSecondary, isSelective }: Traits): Facts =>
  (1 << role) |
  (speed << SPEED_SHIFT) |
  (Number(!isSecondary) << PRIMARY_SHIFT) |
  (Number(isSelective) << HOPS_SHIFT);

/** Adds a confidence and a dependency type to facts that have none. `type` is an index into `ARTIFACT_TYPES`. */
export const withUse = (facts: Facts, confidence: Thousandths, type: number): Facts =>
  facts | (confidence << STRENGTH_SHIFT) | (type << TYPE_SHIFT);

/** Returns an index into `ROLES`. */
export const roleIn = (facts: Facts): number => 31 - Math.clz32(rolesOf(facts));

/** Returns the dependency type: an index into `ARTIFACT_TYPES`. */
export const typeIn = (facts: Facts): number => facts >>> TYPE_SHIFT;

/** Whether the speed depends on the release. */
export const dependsOnRelease = (facts: Facts): boolean => (facts & SELECTIVE_MASK) !== 0;

/** Whether the use decides a clock only if no other does. */
export const isSecondary = (facts: Facts): boolean => (facts & PRIMARY_MASK) === 0;

/** Whether the role is in a mask of roles. */
export const isOfRoles = (facts: Facts, roles: number): boolean => (facts & roles) !== 0;

export const withSpeed = (facts: Facts, speed: number): Facts =>
  (facts & ~SPEED_MASK) | (speed << SPEED_SHIFT);

/** Returns -1 if the role is in the mask and the confidence is from `least` to below `limit`, otherwise 0. */
export const maskIfCounting = (facts: Facts, roles: number, least: Thousandths, limit: Thousandths): number =>
  maskIfLess(0, facts & roles) & ~maskIfLess(strengthOf(facts), least) & maskIfLess(strengthOf(facts), limit);
