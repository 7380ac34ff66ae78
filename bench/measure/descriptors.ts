/** Where a measured shell tells its CPU time, and a Node process within it its peak. */
export const TIMES_DESCRIPTOR = 3;
export const PEAK_DESCRIPTOR = 4;
