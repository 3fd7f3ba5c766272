import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { Building2, ClipboardCheck, Puzzle } from 'lucide-react';
import type { ReactNode } from 'react';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { DisplayMenu, NavItem, NavList, navLink, Shell, useTexts } from '@kushk/ui';

const destinations = [
  { to: '/review', key: 'nav.review', Icon: ClipboardCheck },
  { to: '/portal', key: 'nav.portal', Icon: Puzzle },
  { to: '/publishers', key: 'nav.publishers', Icon: Building2 },
] as const;

/** The shell around all pages. Links of React Aria (table rows, menu items) use the same router. */
export function Frame(): ReactNode {
  const router = useRouter();
  const { t } = useTexts();
  const navigation = (close: () => void): ReactNode => (
    <NavList>
      {destinations.map(({ to, key, Icon }) => (
        <li key={key}>
          <Link to={to} activeOptions={{ exact: false, includeSearch: false }} className={navLink} onClick={close}>
            <NavItem icon={<Icon aria-hidden="true" />}>{t(key)}</NavItem>
          </Link>
        </li>
      ))}
    </NavList>
  );
  return (
    <AriaRouter navigate={(to) => void router.navigate({ href: to })}>
      <Shell place={t('frame.place')} navigation={navigation} account={null} tools={<DisplayMenu />}>
        <Outlet />
      </Shell>
    </AriaRouter>
  );
}
