import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  Badge,
  Button,
  Code,
  day,
  digits,
  EmptyState,
  lastDay,
  ListPanel,
  showToast,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { KeyRound, Plus } from '@kushk/ui/icons';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { SecretDialog } from '../dialogs/secret-dialog.js';
import classes from './access-page.module.css';
import { accessCodesQuery, endAccessCode, type AccessCode, type PluginOfPublisher } from './access-queries.js';
import { CreateAccessCodeDialog } from './create-access-code-dialog.js';

const USUAL_ROWS = 2;

type CodeState = 'active' | 'used_up' | 'expired' | 'ended';
function stateOf({ ended_at, expires_at, uses, used }: AccessCode): CodeState {
  if (ended_at !== null) return 'ended';
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return 'expired';
  return uses !== null && used >= uses ? 'used_up' : 'active';
}

/** The access codes of a plugin. A code is shown once, when it is made. */
export function AccessCodesPanel({ of }: { readonly of: PluginOfPublisher }): ReactNode {
  const { t } = useTexts();
  const query = useInfiniteQuery(accessCodesQuery(of));
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [ending, setEnding] = useState<AccessCode | null>(null);
  return (
    <>
      <ListPanel<AccessCode>
        title={t('portal.codes')}
        query={query}
        columns={useColumns(setEnding)}
        keyOf={({ id }) => id}
        usualRows={USUAL_ROWS}
        actions={
          <Button onPress={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            {t('portal.codes.create')}
          </Button>
        }
        empty={
          <EmptyState icon={<KeyRound />} title={t('portal.codes.empty')}>
            {t('portal.codes.empty.what')}
          </EmptyState>
        }
      />
      {isCreating && (
        <CreateAccessCodeDialog
          of={of}
          onClose={(code) => {
            setCreating(false);
            setSecret(code);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t('portal.codes.secret')}
          secret={secret}
          text={t('portal.codes.secret.what')}
          onClose={() => setSecret(null)}
        />
      )}
      {ending !== null && <EndCodeDialog of={of} code={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function useColumns(onEnd: (code: AccessCode) => void): readonly ColumnOf<AccessCode>[] {
  const { t, language } = useTexts();
  const usedOf = ({ used, uses }: AccessCode): string =>
    uses === null
      ? t('portal.codes.used.unlimited', { used: digits(used, language) })
      : t('portal.codes.used.of', { used: digits(used, language), uses: digits(uses, language) });
  return [
    {
      key: 'label',
      title: t('portal.codes.label'),
      isRowHeader: true,
      cell: (code) => (
        <span className={classes.stack}>
          <bdi dir="auto" className={stateOf(code) === 'active' ? classes.name : classes.ended}>
            {code.label}
          </bdi>
          <Code soft>{`ka_…${code.last4}`}</Code>
          <span className={classes.narrow}>
            {t('portal.codes.used')}: {usedOf(code)}
          </span>
        </span>
      ),
    },
    { key: 'used', title: t('portal.codes.used'), wideOnly: true, cell: usedOf },
    { key: 'state', title: t('portal.status'), cell: (code) => <State of={code} /> },
    {
      key: 'created',
      title: t('portal.codes.created'),
      wideOnly: true,
      cell: ({ created_at }) => day(new Date(created_at), language),
    },
    {
      key: 'end',
      title: t('portal.codes.actions'),
      atEnd: true,
      cell: (code) =>
        code.ended_at === null && (
          <Button
            look="quiet"
            aria-label={t('portal.codes.end.named', { name: code.label })}
            onPress={() => onEnd(code)}
          >
            {t('portal.codes.end')}
          </Button>
        ),
    },
  ];
}

function State({ of: code }: { readonly of: AccessCode }): ReactNode {
  const { t, language } = useTexts();
  const state = stateOf(code);
  const time = code.ended_at ?? code.expires_at;
  return (
    <span className={classes.stack}>
      <Badge tone={state === 'active' ? 'good' : 'neutral'}>{t(`portal.codes.state.${state}`)}</Badge>
      {time !== null && state !== 'used_up' && (
        <span className={classes.soft}>
          {t(state === 'active' ? 'keys.until' : 'keys.since', {
            at: code.ended_at === null ? lastDay(new Date(time), language) : day(new Date(time), language),
          })}
        </span>
      )}
    </span>
  );
}

interface EndCodeProps {
  readonly of: PluginOfPublisher;
  readonly code: AccessCode;
  readonly onClose: () => void;
}

function EndCodeDialog({ of, code: { id, label }, onClose }: EndCodeProps): ReactNode {
  const { t } = useTexts();
  return (
    <ConfirmDialog
      title={t('portal.codes.end.title', { name: label })}
      text={t('portal.codes.end.what')}
      action={t('portal.codes.end.do')}
      isDanger
      run={() => endAccessCode(of, id)}
      onClose={(isDone) => {
        onClose();
        if (isDone) showToast({ tone: 'good', message: t('portal.codes.end.done', { name: label }) });
      }}
    />
  );
}
