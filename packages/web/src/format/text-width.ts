/** The letters of the font of the application by their advance width, in hundredths of the size. */
const WIDTHS: readonly (readonly [number, string])[] = [
  [25, "ijl"],
  [28, " I'’"],
  [30, ".,:;!·"],
  [34, "t|"],
  [38, "()[]/\\fr"],
  [42, "1"],
  [48, '-_"^'],
  [51, "*?–"],
  [54, "s"],
  [56, "akvxyz"],
  [58, "ceFJL7"],
  [60, "hnouE5"],
  [62, "bdgpq"],
  [70, "AKVXY"],
  [76, "CDGHNOQU"],
  [83, "w"],
  [90, "mM…"],
  [99, "W@%"],
];

/** Of all others, such as most digits: as wide as where a browser rounds them to whole pixels. */
const USUAL = 66;

const widths = new Map(
  WIDTHS.flatMap(([width, letters]) => Array.from(letters, (letter) => [letter, width] as const)),
);

/** Of a small icon beside a text, with its distance. */
export const ICON = 18;

/** Between a text and a number at the end of its line. */
export const DISTANCE = 8;

/** The width of a text of one line in pixels, without a browser: up to 8 % more than in one. */
export const textWidth = (text: string, size = 12): number =>
  (Array.from(text).reduce((sum, letter) => sum + (widths.get(letter) ?? USUAL), 0) * size) / 100;

/** The same of numbers below each other, whose digits are all as wide. */
export const tabularWidth = (text: string, size?: number): number =>
  textWidth(text.replace(/\d/gu, "0"), size);
