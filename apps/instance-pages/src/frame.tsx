import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import {
  AccountMenu,
  DisplayMenu,
  LinkRouter,
  NavItem,
  NavList,
  navLink,
  PaletteHost,
  Shell,
  Switcher,
  switchOrganisation,
  useChanges,
  useFocusOnNavigation,
  usePreloaded,
  useRoles,
  useSession,
  useTexts,
} from '@kushk/ui';
import { sections } from './destinations.js';
import { InstalledApps } from './embedded/installed-apps.js';
import { InboxCount } from './inbox/inbox-count.js';
import { UnreadCount } from './notifications/unread-count.js';
import { searchRecords } from './search.js';

/** The shell around all pages. Links of React Aria (table rows, menu items) use the same router. */
export function Frame(): ReactNode {
  const router = useRouter();
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' });
  const { t } = useTexts();
  const organisation = currentOrganisation();
  const roles = useRoles(organisation);
  const shown = sections.map(({ title, destinations }) => ({
    title,
    destinations: destinations.filter((one) => one.roles.some((role) => roles.has(role))),
  }));
  useFocusOnNavigation(page);
  useChanges(organisation === null ? null : '/instance/v1/changes');
  const links = shown.flatMap(({ destinations }) => destinations);
  usePreloaded(links.map(({ key }) => key).join(), () => {
    for (const { link } of links) void router.preloadRoute(link);
  });
  const open = (href: string): void => void router.navigate({ href });
  const search = useMemo(() => searchRecords({ t, open: (href) => void router.navigate({ href }) }), [t, router]);
  const navigation = (close: () => void): ReactNode =>
    shown
      .filter(({ destinations }) => destinations.length > 0)
      .map(({ title, destinations }) => (
        <NavList key={title} title={t(title)}>
          {destinations.map(({ link, key, Icon }) => (
            <li key={key}>
              <Link
                {...link}
                activeOptions={{ exact: key === 'nav.staff' || key === 'nav.home', includeSearch: false }}
                className={navLink}
                onClick={close}
              >
                <NavItem icon={<Icon aria-hidden="true" />} {...(key === 'nav.inbox' && { count: <InboxCount /> })}>
                  {t(key)}
                </NavItem>
              </Link>
            </li>
          ))}
          {title === 'nav.plugins' && <InstalledApps onNavigate={close} />}
        </NavList>
      ));
  const pages = links.map(({ link, key }) => ({ id: key, title: t(key), run: () => void router.navigate(link) }));
  const updates = { id: 'nav.updates', title: t('nav.updates'), run: () => open('/installations') };
  const role = (['admin', 'member', 'platform_admin', 'billing'] as const).find((one) => roles.has(one)) ?? 'none';
  return (
    <LinkRouter navigate={open} history={router.history}>
      <Shell
        place={t('frame.place')}
        switcher={<OrganisationSwitcher />}
        navigation={navigation}
        account={<AccountMenu role={t(`role.${role}`)} />}
        tools={
          <>
            <PaletteHost
              pages={roles.has('admin') ? [...pages, updates] : pages}
              {...(organisation !== null && { search })}
            />
            {organisation !== null && <UnreadCount />}
            <DisplayMenu />
          </>
        }
      >
        <Outlet />
      </Shell>
    </LinkRouter>
  );
}

function OrganisationSwitcher(): ReactNode {
  const { t } = useTexts();
  const { organisations } = useSession();
  return (
    <Switcher
      label={t('frame.organisation')}
      current={currentOrganisation() ?? ''}
      choices={organisations}
      onChoose={switchOrganisation}
    />
  );
}
