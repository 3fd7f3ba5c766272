import type { ReactNode } from 'react';
import { orderedTitle, splitAtCodes } from './split-at-codes.js';
import classes from './title-text.module.css';

/**
 * A title that a person or a plugin wrote. A code in it, such as `INV-2026-0417`, stays on one line and is read from
 * left to right: after Persian words, the parts of `1405-1131` would change places.
 */
export function TitleText({ children }: { children: string }): ReactNode {
  return (
    <bdi>
      {splitAtCodes(orderedTitle(children)).map((part, at) =>
        // Every second part is a code.
        at % 2 === 0 ? (
          part
        ) : (
          <bdi key={at} dir="ltr" className={classes.code}>
            {part}
          </bdi>
        ),
      )}
    </bdi>
  );
}
