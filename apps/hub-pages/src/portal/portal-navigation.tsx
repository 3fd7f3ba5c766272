import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Activity, House, KeyRound, Puzzle, Users } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { NavItem, navLink, Switcher, useSession, useTexts } from '@kushk/ui';

/** The pages of a publisher in the navigation. */
export const portalDestinations = [
  { to: '/portal/$publisher', key: 'portal.home', Icon: House },
  { to: '/portal/$publisher/plugins', key: 'portal.plugins', Icon: Puzzle },
  { to: '/portal/$publisher/usage', key: 'portal.usage', Icon: Activity },
  { to: '/portal/$publisher/keys', key: 'portal.keys', Icon: KeyRound },
  { to: '/portal/$publisher/people', key: 'portal.people', Icon: Users },
] as const;

/** The publisher in the address, otherwise the person's first one; null for a person of no publisher. */
export function useCurrentPublisher(): string | null {
  const { publisher } = useParams({ strict: false });
  const { publishers } = useSession();
  return publishers.some(({ id }) => id === publisher) ? (publisher ?? null) : (publishers[0]?.id ?? null);
}

/** Links to the pages of the current publisher, as items of the navigation. */
export function PortalLinks({ close }: { readonly close: () => void }): ReactNode {
  const { t } = useTexts();
  const publisher = useCurrentPublisher();
  if (publisher === null) return null;
  return portalDestinations.map(({ to, key, Icon }) => (
    <li key={key}>
      <Link
        to={to}
        params={{ publisher }}
        activeOptions={{ exact: key === 'portal.home', includeSearch: false }}
        className={navLink}
        onClick={close}
      >
        <NavItem icon={<Icon aria-hidden="true" />}>{t(key)}</NavItem>
      </Link>
    </li>
  ));
}

/** Chooses between the person's publishers. */
export function PublisherSwitcher(): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { publishers } = useSession();
  const current = useCurrentPublisher();
  if (current === null) return null;
  return (
    <Switcher
      label={t('portal.publisher')}
      current={current}
      choices={publishers}
      onChoose={(publisher) => void navigate({ to: '/portal/$publisher', params: { publisher } })}
    />
  );
}
