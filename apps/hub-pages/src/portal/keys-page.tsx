import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Badge,
  Button,
  Code,
  DataTable,
  day,
  EmptyState,
  moment,
  Page,
  PageHead,
  Panel,
  ProblemNotice,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import classes from './keys-page.module.css';
import { MoreButton } from './more-button.js';
import { usePublisher } from './publisher-pages.js';
import { keysQuery, type Key } from './queries.js';
import { RevokeDialog } from './revoke-dialog.js';
import { TableSkeleton } from './table-skeleton.js';

/** The keys of a publisher. The operator issues them; their publisher can revoke them. */
export function KeysPage(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const query = useInfiniteQuery(keysQuery(publisher.id));
  const keys = query.data?.pages.flatMap(({ items }) => items);
  const [chosen, choose] = useState<Key | null>(null);
  return (
    <Page>
      <PageHead title={t('portal.keys')} note={<span>{t('portal.keys.what')}</span>} />
      <Panel title={t('portal.keys.title')} flush>
        {keys === undefined ? (
          query.isError ? (
            <ProblemNotice fills error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <TableSkeleton rows={3} />
          )
        ) : keys.length === 0 ? (
          <EmptyState icon={<KeyRound />} title={t('portal.keys.empty')}>
            {t('portal.keys.empty.what')}
          </EmptyState>
        ) : (
          <KeyTable keys={keys} onRevoke={choose} />
        )}
        <MoreButton query={query} />
      </Panel>
      {chosen !== null && <RevokeDialog keyToRevoke={chosen} onClose={() => choose(null)} />}
    </Page>
  );
}

interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly onRevoke: (key: Key) => void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps): ReactNode {
  const { t, language } = useTexts();
  const isEnded = ({ revoked_at, expires_at }: Key): boolean =>
    revoked_at !== null || (expires_at !== null && new Date(expires_at) <= new Date());
  const columns: readonly ColumnOf<Key>[] = [
    {
      key: 'label',
      title: t('portal.keys.label'),
      isRowHeader: true,
      cell: (key) => (
        <span className={classes.key}>
          <bdi className={isEnded(key) ? classes.ended : ''}>{key.label}</bdi>
          <Code soft>{`kp_…${key.last4}`}</Code>
        </span>
      ),
    },
    {
      key: 'used',
      title: t('portal.keys.used'),
      cell: ({ last_used_at }) =>
        last_used_at === null ? (
          <span className={classes.never}>{t('portal.keys.never')}</span>
        ) : (
          moment(new Date(last_used_at), language)
        ),
    },
    {
      key: 'created',
      title: t('portal.keys.created'),
      wideOnly: true,
      cell: ({ created_at }) => day(new Date(created_at), language),
    },
    {
      key: 'state',
      title: t('portal.keys.state'),
      wideOnly: true,
      cell: (key) => <KeyState of={key} isEnded={isEnded(key)} />,
    },
    {
      key: 'revoke',
      title: t('portal.keys.revoke.column'),
      atEnd: true,
      cell: (key) =>
        isEnded(key) ? null : (
          <Button
            look="quiet"
            aria-label={t('portal.keys.revoke.named', { name: key.label })}
            onPress={() => onRevoke(key)}
          >
            {t('portal.keys.revoke')}
          </Button>
        ),
    },
  ];
  return (
    <DataTable label={t('portal.keys.title')} columns={columns} items={keys} keyOf={({ id }) => id} empty={null} />
  );
}

function KeyState({ of: key, isEnded }: { readonly of: Key; readonly isEnded: boolean }): ReactNode {
  const { t, language } = useTexts();
  if (key.revoked_at !== null)
    return <Badge>{t('portal.keys.revoked', { at: day(new Date(key.revoked_at), language) })}</Badge>;
  if (key.expires_at === null) return <Badge tone="good">{t('portal.keys.active')}</Badge>;
  const at = day(new Date(key.expires_at), language);
  return isEnded ? (
    <Badge>{t('portal.keys.expired', { at })}</Badge>
  ) : (
    <Badge tone="good">{t('portal.keys.until', { at })}</Badge>
  );
}
