import { Link, linkOptions, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { FolderOpen, Inbox, Puzzle, Store, Users } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { currentOrganisation } from '@kushk/api-client';
import {
  AccountMenu,
  DisplayMenu,
  NavItem,
  NavList,
  navLink,
  PaletteHost,
  Shell,
  Switcher,
  switchOrganisation,
  useChanges,
  useFocusOnNavigation,
  useRoles,
  useSession,
  useTexts,
} from '@kushk/ui';
import { InstalledApps } from './embedded/installed-apps.js';
import { searchRecords } from './search.js';

const everyone = ['admin', 'member'] as const;
/** The pages in the navigation, each for the people who have one of the roles. */
const destinations = [
  {
    link: linkOptions({ to: '/inbox/{-$id}', params: { id: undefined } }),
    key: 'nav.inbox',
    Icon: Inbox,
    roles: everyone,
  },
  { link: linkOptions({ to: '/cases' }), key: 'nav.cases', Icon: FolderOpen, roles: everyone },
  { link: linkOptions({ to: '/store' }), key: 'nav.store', Icon: Store, roles: everyone },
  { link: linkOptions({ to: '/installations' }), key: 'nav.installations', Icon: Puzzle, roles: everyone },
  { link: linkOptions({ to: '/people' }), key: 'nav.people', Icon: Users, roles: everyone },
] as const;

/** The shell around all pages. Links of React Aria (table rows, menu items) use the same router. */
export function Frame(): ReactNode {
  const router = useRouter();
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' });
  const { t } = useTexts();
  const organisation = currentOrganisation();
  const roles = useRoles(organisation);
  const shown = destinations.filter((one) => one.roles.some((role) => roles.has(role)));
  useFocusOnNavigation(page);
  useChanges(organisation === null ? null : '/instance/v1/changes');
  const open = (href: string): void => void router.navigate({ href });
  const search = useMemo(() => searchRecords({ t, open: (href) => void router.navigate({ href }) }), [t, router]);
  const navigation = (close: () => void): ReactNode => (
    <NavList>
      {shown.map(({ link, key, Icon }) => (
        <li key={key}>
          <Link {...link} activeOptions={{ exact: false, includeSearch: false }} className={navLink} onClick={close}>
            <NavItem icon={<Icon aria-hidden="true" />}>{t(key)}</NavItem>
          </Link>
        </li>
      ))}
      {organisation !== null && <InstalledApps onNavigate={close} />}
    </NavList>
  );
  const pages = shown.map(({ link, key }) => ({ id: key, title: t(key), run: () => void router.navigate(link) }));
  const role = (['admin', 'member', 'platform_admin', 'billing'] as const).find((one) => roles.has(one)) ?? 'none';
  return (
    <AriaRouter navigate={open}>
      <Shell
        place={t('frame.place')}
        switcher={<OrganisationSwitcher />}
        navigation={navigation}
        account={<AccountMenu role={t(`role.${role}`)} />}
        tools={
          <>
            <PaletteHost pages={pages} {...(organisation !== null && { search })} />
            <DisplayMenu />
          </>
        }
      >
        <Outlet />
      </Shell>
    </AriaRouter>
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
