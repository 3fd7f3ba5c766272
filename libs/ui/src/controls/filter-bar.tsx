import { useEffect, useRef, type ReactNode } from 'react';
import classes from './filter-bar.module.css';

/**
 * Filters live in the address, so each is a link: `filterLink` is its class. Links that do not fit scroll; they fade at
 * the edge behind which there are more, and the current one is scrolled into view.
 */
export function FilterBar({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const bar = useRef<HTMLElement>(null);
  const shown = useRef({ link: null as Element | null, width: 0 });
  // After each rendering, because another link can be the current one, and there can be other links.
  useEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const sizes = new ResizeObserver(() => {
      const [link, width] = [current.querySelector('[aria-current]'), current.scrollWidth];
      const isNew = link !== shown.current.link || width !== shown.current.width;
      shown.current = { link, width };
      // Otherwise the person may have scrolled elsewhere.
      if (isNew && link !== null) scrollTo(current, link);
      markHidden(current);
    });
    for (const one of [current, ...current.children]) sizes.observe(one);
    return () => sizes.disconnect();
  });
  return (
    <nav ref={bar} aria-label={label} className={classes.bar} onScroll={(event) => markHidden(event.currentTarget)}>
      {children}
    </nav>
  );
}

/** How much of the next link remains visible beside the current one. */
const BESIDE_PX = 40;

/** Scrolls only the bar: `scrollIntoView` would move the page, too. */
function scrollTo(bar: Element, link: Element): void {
  const [outer, inner] = [bar.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.left < outer.left) bar.scrollLeft += inner.left - outer.left - BESIDE_PX;
  else if (inner.right > outer.right) bar.scrollLeft += inner.right - outer.right + BESIDE_PX;
}

/** Marks the edges of the screen behind which there are links; the same in both directions of writing. */
function markHidden(bar: Element): void {
  const outer = bar.getBoundingClientRect();
  const links = [...bar.children].map((link) => link.getBoundingClientRect());
  bar.toggleAttribute(
    'data-more-left',
    links.some(({ left }) => left < outer.left - 1),
  );
  bar.toggleAttribute(
    'data-more-right',
    links.some(({ right }) => right > outer.right + 1),
  );
}

export function FilterCount({ children }: { children: ReactNode }): ReactNode {
  return <span className={classes.count}>{children}</span>;
}

export const filterLink = classes.option;
