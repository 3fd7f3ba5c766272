import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Badge, Button, Code, day, EmptyState, lastDay, ListPanel, showToast, useRoles, useTexts } from '@kushk/ui';
import { KeyRound, Plus } from '@kushk/ui/icons';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { AddTrustDialog } from './add-trust-dialog.js';
import classes from './operator.module.css';
import { endTrust, trustsQuery, type Trust } from './queries.js';

const USUAL_ROWS = 1;

/** The repository, by the claim of its CI system. */
const nameOf = ({ claims, issuer }: Trust): string => claims['repository'] ?? claims['project_path'] ?? issuer;

type TrustState = 'active' | 'ended' | 'expired';
function stateOf({ ended_at, expires_at }: Trust): TrustState {
  if (ended_at !== null) return 'ended';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}

/** Which CI jobs get keys of the publisher for ten minutes. */
export function TrustsPanel({ publisher }: { readonly publisher: string }): ReactNode {
  const { t, language } = useTexts();
  const isOperator = useRoles().has('operator');
  const query = useInfiniteQuery(trustsQuery(publisher));
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Trust | null>(null);
  const end = (trust: Trust): ReactNode =>
    isOperator &&
    stateOf(trust) === 'active' && (
      <Button
        look="quiet"
        aria-label={t('operator.trusts.end.title', { name: nameOf(trust) })}
        onPress={() => setEnding(trust)}
      >
        {t('operator.trusts.end')}
      </Button>
    );
  return (
    <>
      <ListPanel<Trust>
        title={t('operator.trusts')}
        query={query}
        keyOf={({ id }) => id}
        usualRows={USUAL_ROWS}
        columns={[
          {
            key: 'from',
            title: t('operator.trusts.claims'),
            isRowHeader: true,
            cell: (trust) => <Origin of={trust} />,
          },
          { key: 'state', title: t('operator.state'), cell: (trust) => <State of={trust} /> },
          {
            key: 'added',
            title: t('operator.added'),
            wideOnly: true,
            cell: ({ created_at }) => day(new Date(created_at), language),
          },
          { key: 'end', title: t('operator.actions'), atEnd: true, cell: end },
        ]}
        actions={
          isOperator && (
            <Button onPress={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {t('operator.trusts.add')}
            </Button>
          )
        }
        empty={
          <EmptyState icon={<KeyRound />} title={t('operator.trusts.empty')}>
            {t('operator.trusts.empty.what')}
          </EmptyState>
        }
      />
      {isAdding && <AddTrustDialog publisher={publisher} onClose={() => setAdding(false)} />}
      {ending !== null && <EndTrustDialog publisher={publisher} trust={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

interface EndTrustProps {
  readonly publisher: string;
  readonly trust: Trust;
  readonly onClose: () => void;
}

function EndTrustDialog({ publisher, trust, onClose }: EndTrustProps): ReactNode {
  const { t } = useTexts();
  const name = nameOf(trust);
  return (
    <ConfirmDialog
      title={t('operator.trusts.end.title', { name })}
      text={t('operator.trusts.end.what')}
      action={t('operator.trusts.end')}
      isDanger
      run={() => endTrust(publisher, trust.id)}
      onClose={(isDone) => {
        onClose();
        if (isDone) showToast({ tone: 'good', message: t('operator.trusts.ended', { name }) });
      }}
    />
  );
}

/** Everything by which a person recognises the trust, and the id that a job must name. */
function Origin({ of: trust }: { readonly of: Trust }): ReactNode {
  return (
    <span className={classes.stack}>
      <bdi className={classes.name}>{nameOf(trust)}</bdi>
      {Object.entries(trust.claims).map(([name, pattern]) => (
        <Code soft breaks key={name}>{`${name}=${pattern}`}</Code>
      ))}
      <Code soft breaks>{`${trust.plugin_id} ${trust.scopes.join(' ')}`}</Code>
      <Code soft breaks>
        {trust.id}
      </Code>
    </span>
  );
}

function State({ of: trust }: { readonly of: Trust }): ReactNode {
  const { t, language } = useTexts();
  const state = stateOf(trust);
  const time = state === 'ended' ? trust.ended_at : trust.expires_at;
  return (
    <span className={classes.stack}>
      <Badge tone={state === 'active' ? 'good' : 'neutral'}>{t(`operator.trusts.state.${state}`)}</Badge>
      {time !== null && (
        <span className={classes.soft}>
          {t(state === 'active' ? 'keys.until' : 'keys.since', {
            at: trust.ended_at === null ? lastDay(new Date(time), language) : day(new Date(time), language),
          })}
        </span>
      )}
    </span>
  );
}
