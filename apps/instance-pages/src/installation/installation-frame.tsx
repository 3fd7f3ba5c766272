import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import {
  Code,
  FilterBar,
  filterLink,
  inLanguage,
  NotFoundPage,
  Page,
  PageHead,
  PagePath,
  ProblemNotice,
  SkeletonLine,
  Tile,
  TitleText,
  usePageTitle,
  useTexts,
} from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { installationQuery } from '../store/queries.js';
import { InstallationDot } from './installation-dot.js';
import type { Installation } from './queries.js';

const NOT_FOUND = 404;

interface InstallationFrameProps {
  readonly id: string;
  /** Absent on the first page of the installation. */
  readonly title?: string;
  readonly actions?: (installation: Installation) => ReactNode;
  readonly children: (installation: Installation) => ReactNode;
}

/** What all pages of an installation have: its name and state, and the links between them. */
export function InstallationFrame({ id, title, actions, children }: InstallationFrameProps): ReactNode {
  const { t, language } = useTexts();
  const { isAdmin } = useMe();
  const found = useQuery(installationQuery(id));
  const installation = found.data as Installation | undefined;
  const name = installation === undefined ? '' : (inLanguage(installation.names, language) ?? installation.plugin_id);
  usePageTitle(title === undefined || name === '' ? name : `${title} · ${name}`);
  if (found.error instanceof ProblemError && found.error.document.status === NOT_FOUND) return <NotFoundPage />;
  if (found.error) return <ProblemNotice fills level={1} error={found.error} onRetry={() => found.refetch()} />;
  if (installation === undefined)
    return (
      <Page>
        <SkeletonLine width="long" />
        <SkeletonLine width="long" />
      </Page>
    );
  const home = (
    <Link to="/installations/$id" params={{ id }}>
      {name}
    </Link>
  );
  const all = <Link to="/installations">{t('installation.title')}</Link>;
  return (
    <Page>
      <PagePath steps={title === undefined ? [all, name] : [all, home, title]} />
      <PageHead
        tile={<Tile id={installation.plugin_id} name={name} large />}
        title={
          <>
            <TitleText>{name}</TitleText> <Code soft>{installation.version}</Code>
          </>
        }
        note={
          <>
            <InstallationDot installation={installation} />
            <Code soft>{installation.publisher}</Code>
          </>
        }
        {...(actions && isAdmin && { actions: actions(installation) })}
      />
      <FilterBar label={t('installation.pages')}>
        <Tab to="/installations/$id" id={id} text={t('installation.overview')} />
        {isAdmin && <Tab to="/installations/$id/deliveries" id={id} text={t('installation.deliveries')} />}
        {isAdmin && <Tab to="/installations/$id/wallet" id={id} text={t('installation.wallet')} />}
        <Tab to="/installations/$id/tools" id={id} text={t('installation.tools')} />
        {isAdmin && <Tab to="/installations/$id/settings" id={id} text={t('installation.settings')} />}
      </FilterBar>
      {children(installation)}
    </Page>
  );
}

type Target = `/installations/$id${'' | '/deliveries' | '/wallet' | '/tools' | '/settings'}`;

function Tab({ to, id, text }: { to: Target; id: string; text: string }): ReactNode {
  return (
    <Link to={to} params={{ id }} className={filterLink} activeOptions={{ exact: true }}>
      {text}
    </Link>
  );
}
