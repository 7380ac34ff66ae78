import { Fragment } from "react";

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
