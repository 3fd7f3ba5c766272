import type { ReactNode } from 'react';
import classes from './nav-list.module.css';

export function NavList({ children }: { children: ReactNode }): ReactNode {
  return <ul className={classes.list}>{children}</ul>;
}

/** Around a link of the router, which knows whether it is the current one. */
export function NavItem({
  icon,
  count,
  children,
}: {
  icon: ReactNode;
  count?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      {icon}
      <span>{children}</span>
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </>
  );
}

export const navLink = classes.link;
