import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { EmptyState, ListPanel, Page, PageHead, PagePath, useTexts } from '@kushk/ui';
import { useKeyColumns } from '../keys/key-columns.js';
import { RevokeKeyDialog } from '../keys/revoke-key-dialog.js';
import { usePublisher } from './publisher-pages.js';
import { keysQuery, revokeKey, type Key } from './queries.js';

const USUAL_ROWS = 3;

/** The keys of a publisher. The operator issues them; their publisher can revoke them. */
export function KeysPage(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const [revoked, setRevoked] = useState<Key | null>(null);
  return (
    <Page>
      <PagePath steps={[publisher.name, t('portal.keys')]} />
      <PageHead title={t('portal.keys')} note={<span>{t('portal.keys.what')}</span>} />
      <ListPanel<Key>
        title={t('portal.keys.title')}
        isHeadless
        query={useInfiniteQuery(keysQuery(publisher.id))}
        columns={useKeyColumns<Key>(setRevoked)}
        keyOf={({ id }) => id}
        usualRows={USUAL_ROWS}
        empty={
          <EmptyState icon={<KeyRound />} title={t('portal.keys.empty')}>
            {t('portal.keys.empty.what')}
          </EmptyState>
        }
      />
      {revoked !== null && (
        <RevokeKeyDialog
          label={revoked.label}
          revoke={() => revokeKey(publisher.id, revoked.id)}
          onClose={() => setRevoked(null)}
        />
      )}
    </Page>
  );
}
