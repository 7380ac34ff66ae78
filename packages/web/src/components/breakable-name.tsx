import { Fragment } from "react";

/** A URL that breaks only after a slash, or inside a part that is longer than a line. */
export const BreakableUrl = ({ text }: { text: string }) =>
  text.split(/(?<=\/)(?!\/)/u).map((part, index) =>
    // Stays with the text before it.
    part === "/" ? (
      part
    ) : (
      // Parts have no identity besides their place.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="inline-block max-w-full">
        {part}
      </span>
    ),
  );

/** A monospace name in full. Long ones break after punctuation instead of inside a word. */
export const BreakableName = ({ text }: { text: string }) => (
  <span className="font-mono wrap-anywhere">
    {text.split(/(?<=[/_:@-])/u).map((part, index) => (
      // Parts have no identity besides their place.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
