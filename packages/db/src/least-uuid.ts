/** Every id comes after it: where a walk in the order of ids begins. */
export const LEAST_UUID = "00000000-0000-0000-0000-000000000000";
