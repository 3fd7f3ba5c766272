import type { ReactNode } from 'react';
import { Badge, Button, Code, day, Id, lastDay, moment, useTexts, type ColumnOf } from '@kushk/ui';
import classes from './key-columns.module.css';

/** A publisher key, as the operator API and the portal return it. */
interface Key {
  readonly id: string;
  readonly label: string;
  readonly last4: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly purpose?: 'registry';
  readonly scopes: readonly string[];
  readonly plugin_id: string | null;
}
/** Keys with all scopes show none. */
const ALL_SCOPES = 5;
type KeyState = 'active' | 'revoked' | 'expired';

function stateOf({ revoked_at, expires_at }: Key): KeyState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}

/** The columns of a list of keys. `onRevoke` null: the person may not revoke keys. */
export function useKeyColumns<AnyKey extends Key>(
  onRevoke: ((key: AnyKey) => void) | null,
): readonly ColumnOf<AnyKey>[] {
  const { t, language } = useTexts();
  const used = ({ last_used_at: at }: Key): ReactNode =>
    at === null ? <span className={classes.soft}>{t('keys.never')}</span> : moment(new Date(at), language);
  const ends = ({ expires_at: at }: Key): ReactNode =>
    at === null ? <span className={classes.soft}>{t('keys.endless')}</span> : lastDay(new Date(at), language);
  return [
    {
      key: 'label',
      title: t('keys.label'),
      isRowHeader: true,
      cell: (key) => (
        <span className={classes.key}>
          <bdi className={stateOf(key) === 'active' ? classes.name : classes.ended}>{key.label}</bdi>
          <Code soft>{`${key.purpose === 'registry' ? 'kr' : 'kp'}_…${key.last4}`}</Code>
          {key.plugin_id !== null && <Code soft>{key.plugin_id}</Code>}
          {key.purpose === undefined && key.scopes.length < ALL_SCOPES && <Code soft>{key.scopes.join(' ')}</Code>}
          {/* The audit names a key by it. */}
          <Id>{key.id}</Id>
          <span className={classes.narrow}>
            {t('keys.used')}: {used(key)}
          </span>
          <span className={classes.narrow}>
            {t('keys.ends')}: {ends(key)}
          </span>
        </span>
      ),
    },
    { key: 'state', title: t('keys.state'), cell: (key) => <State of={key} /> },
    { key: 'used', title: t('keys.used'), wideOnly: true, cell: used },
    {
      key: 'created',
      title: t('keys.created'),
      wideOnly: true,
      cell: ({ created_at }) => day(new Date(created_at), language),
    },
    { key: 'ends', title: t('keys.ends'), wideOnly: true, cell: ends },
    {
      key: 'revoke',
      title: t('keys.actions'),
      atEnd: true,
      cell: (key) =>
        onRevoke !== null &&
        stateOf(key) === 'active' && (
          <Button look="quiet" aria-label={t('keys.revoke.named', { name: key.label })} onPress={() => onRevoke(key)}>
            {t('keys.revoke')}
          </Button>
        ),
    },
  ];
}

function State({ of: key }: { readonly of: Key }): ReactNode {
  const { t, language } = useTexts();
  const state = stateOf(key);
  return (
    <span className={classes.state}>
      <Badge tone={state === 'active' ? 'good' : 'neutral'}>{t(`keys.state.${state}`)}</Badge>
      {key.revoked_at !== null && (
        <span className={classes.soft}>{t('keys.since', { at: day(new Date(key.revoked_at), language) })}</span>
      )}
    </span>
  );
}
