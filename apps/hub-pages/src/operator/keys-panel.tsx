import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Button, EmptyState, ListPanel, useRoles, useTexts } from '@kushk/ui';
import { SecretDialog } from '../dialogs/secret-dialog.js';
import { useKeyColumns } from '../keys/key-columns.js';
import { RevokeKeyDialog } from '../keys/revoke-key-dialog.js';
import { IssueKeyDialog, type IssuedKey } from './issue-key-dialog.js';
import { keysQuery, revokeKey, type Key } from './queries.js';

const USUAL_ROWS = 2;

/** The keys with which the publisher's CI calls the developer API and pushes images. */
export function KeysPanel({ publisher }: { readonly publisher: string }): ReactNode {
  const { t } = useTexts();
  const isOperator = useRoles().has('operator');
  const query = useInfiniteQuery(keysQuery(publisher));
  const [isIssuing, setIssuing] = useState(false);
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const [revoked, setRevoked] = useState<Key | null>(null);
  return (
    <>
      <ListPanel<Key>
        title={t('operator.keys')}
        query={query}
        columns={useKeyColumns<Key>(isOperator ? setRevoked : null)}
        keyOf={({ id }) => id}
        usualRows={USUAL_ROWS}
        actions={
          isOperator && (
            <Button onPress={() => setIssuing(true)}>
              <Plus aria-hidden="true" />
              {t('operator.keys.issue')}
            </Button>
          )
        }
        empty={
          <EmptyState icon={<KeyRound />} title={t('operator.keys.empty')}>
            {t('operator.keys.empty.what')}
          </EmptyState>
        }
      />
      {isIssuing && (
        <IssueKeyDialog
          publisher={publisher}
          onClose={(key) => {
            setIssuing(false);
            setIssued(key);
          }}
        />
      )}
      {issued !== null && (
        <SecretDialog
          title={t('operator.keys.secret')}
          secret={issued.secret}
          text={
            issued.purpose === 'registry'
              ? t('operator.keys.secret.registry', { publisher })
              : t('operator.keys.secret.what')
          }
          onClose={() => setIssued(null)}
        />
      )}
      {revoked !== null && (
        <RevokeKeyDialog
          label={revoked.label}
          revoke={() => revokeKey(publisher, revoked.id)}
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  );
}
