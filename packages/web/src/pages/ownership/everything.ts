/** Thresholds that leave nothing out. */
export const EVERYTHING = { min_dependents: 0, max_bus_factor: 1_000_000 };
