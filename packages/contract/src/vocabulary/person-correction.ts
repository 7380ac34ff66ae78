/**
 * What a user can correct about an author: it is a program, it is a person although its commits look like those of a
 * program, or it is the same person as another author.
 */
export const PERSON_CORRECTION_KINDS = ["not_a_person", "person", "same_person"] as const;
export type PersonCorrectionKind = (typeof PERSON_CORRECTION_KINDS)[number];
