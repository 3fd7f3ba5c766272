import { Link, linkOptions, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import {
  Building2,
  ClipboardCheck,
  House,
  Package,
  ReceiptText,
  ScrollText,
  ServerCog,
  UserCog,
} from '@kushk/ui/icons';
import { useMemo, type ReactNode } from 'react';
import {
  AccountMenu,
  DisplayMenu,
  LinkRouter,
  NavItem,
  NavList,
  navLink,
  PaletteHost,
  Shell,
  useChanges,
  useFocusOnNavigation,
  usePreloaded,
  useRoles,
  useTexts,
} from '@kushk/ui';
import { UnreadOfMember, UnreadOfStaff } from './notifications/unread-count.js';
import { portalDestinations, PortalLinks, PublisherSwitcher, useCurrentPublisher } from './portal/portal-navigation.js';
import { searchHub } from './search.js';

/** The pages in the navigation, each for the people who have one of the roles. */
const destinations = [
  { link: linkOptions({ to: '/' }), key: 'nav.home', Icon: House, roles: ['reviewer', 'operator'] },
  { link: linkOptions({ to: '/review' }), key: 'nav.review', Icon: ClipboardCheck, roles: ['reviewer', 'operator'] },
  { link: linkOptions({ to: '/releases' }), key: 'nav.releases', Icon: Package, roles: ['operator'] },
  { link: linkOptions({ to: '/publishers' }), key: 'nav.publishers', Icon: Building2, roles: ['operator'] },
  { link: linkOptions({ to: '/instances' }), key: 'nav.instances', Icon: ServerCog, roles: ['operator'] },
  { link: linkOptions({ to: '/usage' }), key: 'nav.usage', Icon: ReceiptText, roles: ['billing'] },
  { link: linkOptions({ to: '/staff' }), key: 'nav.staff', Icon: UserCog, roles: ['operator'] },
  { link: linkOptions({ to: '/audit' }), key: 'nav.audit', Icon: ScrollText, roles: ['operator'] },
] as const;
const staffRoles = ['operator', 'reviewer', 'billing'] as const;

/** The shell around all pages. Links of React Aria (table rows, menu items) use the same router. */
export function Frame(): ReactNode {
  const router = useRouter();
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' });
  const { t, language } = useTexts();
  const roles = useRoles();
  const shown = destinations.filter((one) => one.roles.some((role) => roles.has(role)));
  const isStaff = staffRoles.some((role) => roles.has(role));
  useFocusOnNavigation(page);
  usePreloaded(shown.map(({ key }) => key).join(), () => {
    for (const { link } of shown) void router.preloadRoute(link);
  });
  const publisher = useCurrentPublisher();
  const ofPublisher = publisher === null ? null : `/portal/v1/publishers/${encodeURIComponent(publisher)}/changes`;
  const isStaffPage = isStaff && !page.startsWith('/portal');
  useChanges(isStaffPage ? '/operator/v1/changes' : ofPublisher);
  const navigation = (close: () => void): ReactNode => (
    <NavList>
      {shown.map(({ link, key, Icon }) => (
        <li key={key}>
          <Link
            {...link}
            activeOptions={{ exact: key === 'nav.home', includeSearch: false }}
            className={navLink}
            onClick={close}
          >
            <NavItem icon={<Icon aria-hidden="true" />}>{t(key)}</NavItem>
          </Link>
        </li>
      ))}
      <PortalLinks close={close} />
    </NavList>
  );
  const pages = [
    ...shown.map(({ link, key }) => ({ id: key as string, title: t(key), run: () => void router.navigate(link) })),
    ...(publisher === null ? [] : portalDestinations).map(({ to, key }) => ({
      id: key,
      title: t(key),
      run: () => void router.navigate({ to, params: { publisher: publisher ?? '' } }),
    })),
  ];
  const staffPages = roles.has('operator') ? 'operator' : roles.has('reviewer') ? 'reviewer' : null;
  const search = useMemo(
    () => searchHub({ t, language, staff: staffPages, publisher, open: (href) => void router.navigate({ href }) }),
    [t, language, staffPages, publisher, router],
  );
  const role = [...staffRoles, 'publisher' as const].find((one) => roles.has(one)) ?? 'none';
  return (
    <LinkRouter navigate={(to) => void router.navigate({ href: to })} history={router.history}>
      <Shell
        place={t('frame.place')}
        switcher={<PublisherSwitcher />}
        navigation={navigation}
        account={<AccountMenu role={t(`role.${role}`)} />}
        tools={
          <>
            <PaletteHost pages={pages} search={search} />
            {isStaffPage
              ? staffPages !== null && <UnreadOfStaff />
              : publisher !== null && <UnreadOfMember publisher={publisher} />}
            <DisplayMenu />
          </>
        }
      >
        <Outlet />
      </Shell>
    </LinkRouter>
  );
}
