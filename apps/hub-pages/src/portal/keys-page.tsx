import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { EmptyState, Page, PageHead, PagePath, showToast, useTexts } from '@kushk/ui';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { useKeyColumns } from '../keys/key-columns.js';
import { ListPanel } from '../lists/list-panel.js';
import { usePublisher } from './publisher-pages.js';
import { keysQuery, revokeKey, type Key } from './queries.js';

const USUAL_ROWS = 3;

/** The keys of a publisher. The operator issues them; their publisher can revoke them. */
export function KeysPage(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const [chosen, choose] = useState<Key | null>(null);
  return (
    <Page>
      <PagePath steps={[publisher.name, t('portal.keys')]} />
      <PageHead title={t('portal.keys')} note={<span>{t('portal.keys.what')}</span>} />
      <ListPanel<Key>
        title={t('portal.keys.title')}
        isHeadless
        query={useInfiniteQuery(keysQuery(publisher.id))}
        columns={useKeyColumns(choose)}
        keyOf={({ id }) => id}
        usualRows={USUAL_ROWS}
        empty={
          <EmptyState icon={<KeyRound />} title={t('portal.keys.empty')}>
            {t('portal.keys.empty.what')}
          </EmptyState>
        }
      />
      {chosen !== null && (
        <ConfirmDialog
          title={t('keys.revoke.title', { name: chosen.label })}
          text={t('keys.revoke.what')}
          action={t('keys.revoke.do')}
          isDanger
          run={() => revokeKey(publisher.id, chosen.id)}
          onClose={(isDone) => {
            choose(null);
            if (isDone) showToast({ tone: 'good', message: t('keys.revoked.done', { name: chosen.label }) });
          }}
        />
      )}
    </Page>
  );
}
