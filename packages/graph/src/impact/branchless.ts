/**
 * Comparisons as bit masks. Which of two values is less cannot be predicted in a traversal, and a mispredicted branch takes
 * several times as long as both of its sides. Operands are integers that differ by less than 2 ** 31.
 */

/** Returns -1 (all bits) if `a` is less than `b`, otherwise 0. */
export const maskIfLess = (a: number, b: number): number => (a - b) >> 31;

/** Returns `a` if the mask is -1, and `b` if it is 0. */
export const select = (mask: number, a: number, b: number): number => b ^ ((a ^ b) & mask);

export const lesser = (a: number, b: number): number => select(maskIfLess(a, b), a, b);
