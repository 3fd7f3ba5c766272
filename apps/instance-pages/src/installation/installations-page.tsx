import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Puzzle } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Badge,
  buttonLink,
  Code,
  EmptyState,
  inLanguage,
  itemsOf,
  MoreButton,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  SkeletonLine,
  Tile,
  useTexts,
} from '@kushk/ui';
import { TierBadge } from '../store/parts/tier.js';
import classes from './installations-page.module.css';
import { InstallationDot } from './installation-dot.js';
import { installationsQuery, type Installation } from './queries.js';

const SKELETON_ROWS = 4;

/** The plugins of the organisation and how they are. */
export function InstallationsPage(): ReactNode {
  const { t } = useTexts();
  const list = useInfiniteQuery(installationsQuery);
  const items = itemsOf(list);
  if (list.error) return <ProblemNotice fills level={1} error={list.error} onRetry={() => list.refetch()} />;
  if (items?.length === 0)
    return (
      <EmptyState
        level={1}
        icon={<Puzzle />}
        title={t('installation.empty')}
        action={
          <Link to="/store" className={buttonLink({ look: 'primary' })}>
            {t('installation.to_store')}
          </Link>
        }
      >
        {t('installation.empty.what')}
      </EmptyState>
    );
  return (
    <Page>
      <PagePath steps={[t('installation.title')]} />
      <PageHead
        title={t('installation.title')}
        actions={
          <Link to="/store" className={buttonLink()}>
            {t('installation.to_store')}
          </Link>
        }
      />
      <Panel title={t('installation.list')} flush>
        <ul className={classes.list} aria-busy={list.isPending}>
          {items?.map((one) => <Row key={one.installation_id} installation={one} />) ??
            Array.from({ length: SKELETON_ROWS }, (_row, at) => (
              <li key={at} className={classes.row}>
                <SkeletonLine width="long" />
              </li>
            ))}
        </ul>
        <MoreButton query={list} />
      </Panel>
    </Page>
  );
}

function Row({ installation }: { installation: Installation }): ReactNode {
  const { t, language } = useTexts();
  const { installation_id: id, plugin_id, names, version, version_pending, publisher, tier } = installation;
  const declined = installation.versions_declined.at(-1);
  const name = inLanguage(names, language) ?? plugin_id;
  return (
    <li>
      <Link to="/installations/$id" params={{ id }} className={classes.row}>
        <Tile id={plugin_id} name={name} />
        <span className={classes.name}>
          <b dir="auto">{name}</b>
          <small>
            <Code soft>{version}</Code> <bdi>{publisher}</bdi>
          </small>
        </span>
        <span className={classes.tier}>{tier !== null && <TierBadge tier={tier} />}</span>
        <span className={classes.state}>
          <InstallationDot installation={installation} />
          {version_pending !== null ? (
            <Badge tone="warn">{t('installation.update', { version: version_pending })}</Badge>
          ) : (
            declined !== undefined && <Badge>{t('store.declined.short', { version: declined.version })}</Badge>
          )}
        </span>
      </Link>
    </li>
  );
}
