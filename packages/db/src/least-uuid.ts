/** Sorts before every ID. Start of a walk in ID order. */
export const LEAST_UUID = "00000000-0000-0000-0000-000000000000";
