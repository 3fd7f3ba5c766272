import { useId, type ReactNode } from 'react';
import classes from './nav-list.module.css';

/** A list of links in the navigation, with a title when there are several lists. */
export function NavList({ title, children }: { title?: string; children: ReactNode }): ReactNode {
  const id = useId();
  if (title === undefined) return <ul className={classes.list}>{children}</ul>;
  return (
    <section className={classes.section}>
      <p id={id} className={classes.title}>
        {title}
      </p>
      <ul className={classes.list} aria-labelledby={id}>
        {children}
      </ul>
    </section>
  );
}

interface NavItemProps {
  readonly icon: ReactNode;
  readonly count?: ReactNode;
  readonly children: ReactNode;
}

/** The content of a link of the router, which marks the link of the current page. */
export function NavItem({ icon, count, children }: NavItemProps): ReactNode {
  return (
    <>
      {icon}
      <span>{children}</span>
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </>
  );
}

export const navLink = classes.link;
