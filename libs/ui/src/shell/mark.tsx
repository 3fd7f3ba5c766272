import type { ReactNode } from 'react';
import classes from './mark.module.css';

/** The mark of the product: an eight-pointed star around a pavilion. */
export function Mark(): ReactNode {
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M12 .8l3.3 3.3h4.6v4.6L23.2 12l-3.3 3.3v4.6h-4.6L12 23.2l-3.3-3.3H4.1v-4.6L.8 12l3.3-3.3V4.1h4.6z"
        fill="currentColor"
      />
      <path d="M8.4 17.2v-5.4c0-2.2 1.7-3.3 3.6-5 1.9 1.7 3.6 2.8 3.6 5v5.4z" fill="var(--surface)" />
    </svg>
  );
}
