import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Badge, Button, Code, day, EmptyState, moment, showToast, useRoles, useTexts, type ColumnOf } from '@kushk/ui';
import { ConfirmDialog } from '../staff/confirm-dialog.js';
import { ListPanel } from '../staff/list-panel.js';
import { SecretDialog } from '../staff/secret-dialog.js';
import { IssueKeyDialog } from './issue-key-dialog.js';
import classes from './operator.module.css';
import { keysQuery, revokeKey, type Key } from './queries.js';

/** The keys with which the publisher's CI calls the developer API. */
export function KeysPanel({ publisher }: { readonly publisher: string }): ReactNode {
  const { t } = useTexts();
  const isOperator = useRoles().has('operator');
  const query = useInfiniteQuery(keysQuery(publisher));
  const [isIssuing, setIssuing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<Key | null>(null);
  return (
    <>
      <ListPanel<Key>
        title={t('operator.keys')}
        query={query}
        columns={useKeyColumns(isOperator ? setRevoked : null)}
        keyOf={({ id }) => id}
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
          onClose={(issued) => {
            setIssuing(false);
            setSecret(issued);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t('operator.keys.secret')}
          secret={secret}
          text={t('operator.keys.secret.what')}
          onClose={() => setSecret(null)}
        />
      )}
      {revoked !== null && (
        <ConfirmDialog
          title={t('operator.keys.revoke.title', { label: revoked.label })}
          text={t('operator.keys.revoke.what')}
          action={t('operator.keys.revoke')}
          isDanger
          run={() => revokeKey(publisher, revoked.id)}
          onClose={(isDone) => {
            setRevoked(null);
            if (isDone) showToast({ tone: 'good', message: t('operator.keys.revoked') });
          }}
        />
      )}
    </>
  );
}

function stateOf({ revoked_at, expires_at }: Key): 'active' | 'revoked' | 'expired' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}

/** `onRevoke` null: the person may not revoke keys. */
function useKeyColumns(onRevoke: ((key: Key) => void) | null): readonly ColumnOf<Key>[] {
  const { t, language } = useTexts();
  const state = (key: Key): ReactNode => {
    const name = stateOf(key);
    const until = name === 'active' ? key.expires_at : name === 'revoked' ? key.revoked_at : key.expires_at;
    return (
      <span className={classes.state}>
        <Badge tone={name === 'active' ? 'good' : 'neutral'}>{t(`operator.keys.state.${name}`)}</Badge>
        {until !== null && (
          <span className={classes.soft}>
            {t(name === 'active' ? 'operator.keys.until' : 'operator.keys.since', {
              at: day(new Date(until), language),
            })}
          </span>
        )}
      </span>
    );
  };
  return [
    {
      key: 'label',
      title: t('operator.keys.label'),
      isRowHeader: true,
      cell: (key) => (
        <span className={classes.stack}>
          <bdi className={stateOf(key) === 'active' ? classes.name : classes.ended}>{key.label}</bdi>
          <Code soft>{`kp_…${key.last4}`}</Code>
        </span>
      ),
    },
    { key: 'state', title: t('operator.state'), cell: state },
    {
      key: 'used',
      title: t('operator.keys.used'),
      wideOnly: true,
      cell: ({ last_used_at: at }) => (at === null ? t('operator.keys.never') : moment(new Date(at), language)),
    },
    {
      key: 'created',
      title: t('operator.created'),
      wideOnly: true,
      cell: (key) => day(new Date(key.created_at), language),
    },
    {
      key: 'revoke',
      title: t('operator.actions'),
      atEnd: true,
      cell: (key) =>
        onRevoke !== null &&
        stateOf(key) === 'active' && (
          <Button
            look="quiet"
            aria-label={t('operator.keys.revoke.title', { label: key.label })}
            onPress={() => onRevoke(key)}
          >
            {t('operator.keys.revoke')}
          </Button>
        ),
    },
  ];
}
