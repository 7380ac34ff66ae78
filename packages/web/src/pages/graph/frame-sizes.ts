/** Between a frame and its cards. */
export const FRAME_PADDING = 12;
/** The same where cards are narrow, so that lines between the frames keep some length. */
export const NARROW_PADDING = 6;
/** Between the places of a framed column. */
export const PLACE_DISTANCE = 12;
/** Between the rows of a framed column. */
export const ROW_DISTANCE = 5;
/** In a frame: its heading, a line of its versions, the heading of its groups, and the distance to the next frame. */
export const FRAME = { heading: 27, versions: 15, groups: 24, bottom: 8, distance: 8 };
/** Below the root and between frames that are below each other: the heading of the lower one, and lines beside it. */
export const STACK_HEADING = 36;
/** Of a name in a section that takes a second one. */
export const NAME_LINE = 14;
/** In a frame whose lines are summed up: each of its timings, where a line ends. */
export const TIMING_HEIGHT = 18;
