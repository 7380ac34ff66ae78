import { expect } from "vitest";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;

/** The types of the specification, as what a field may hold. */
export const uuid = expect.stringMatching(UUID) as string;
export const datetime = expect.stringMatching(INSTANT) as string;
export const string = expect.any(String) as string;
export const boolean = expect.any(Boolean) as boolean;
export const number = expect.any(Number) as number;
export const integer = expect.toSatisfy(Number.isSafeInteger) as number;
export const array = expect.any(Array) as unknown[];

export const orNull = <T>(type: T): T | null => expect.toBeOneOf([null, type]) as T | null;
export const oneOf = (values: readonly string[]): string => expect.toBeOneOf([...values]) as string;

export const reference = { id: uuid, name: string, full_path: string };
