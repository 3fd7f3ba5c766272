import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, History, X } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Badge, Button, Code, KeyHint, Tile, TitleText, useKeys, useTexts, type TextKey } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { usePluginName } from '../organisation/plugins.js';
import { useFieldTexts } from '../records/field-texts.js';
import { DecideManyDialog } from './decide-many-dialog.js';
import { ActionsHint, DetailActions, DetailHead, DetailWarning } from './detail-parts.js';
import classes from './many-detail.module.css';
import type { ListedProposal } from './items.js';
import { inboxFilterOf } from './inbox-filter.js';
import { assignedToOthers, planOf } from './plan-many.js';
import { OVERLAPPING, SETTLED, STALE, type Settled, type Verdict } from './settle-many.js';
import { ProposalStatus } from './status.js';
import type { Inbox } from './use-inbox.js';

/** The selected proposals before they are settled, and what became of each afterwards. */
export function ManyDetail({ inbox }: { inbox: Inbox }): ReactNode {
  return inbox.many.isOpen ? <Outcomes inbox={inbox} /> : <Chosen inbox={inbox} />;
}

function Chosen({ inbox: { items, chosen, selection, isBeyondMost, decideMany } }: { inbox: Inbox }): ReactNode {
  const { t } = useTexts();
  const { targets, stale, overlapping } = planOf(chosen, 'apply');
  const sources = items.filter((item) => item.kind === 'source' && item.source.status === 'pending').length;
  const assigned = assignedToOthers(chosen, useMe().personId);
  const canApply = targets.length > 0;
  const [dialog, open] = useState<Verdict | null>(null);
  useKeys({ KeyA: () => canApply && open('apply'), KeyR: () => open('reject') });
  return (
    <>
      <DetailHead title={t('inbox.many', { count: chosen.length })}>
        <p>{t('inbox.many.means')}</p>
        {isBeyondMost && <p>{t('inbox.many.beyond', { count: chosen.length })}</p>}
        {sources > 0 && <p>{t('inbox.many.sources', { count: sources })}</p>}
      </DetailHead>
      {overlapping.length > 0 && (
        <DetailWarning>{t('inbox.many.overlapping', { count: overlapping.length })}</DetailWarning>
      )}
      {stale.length > 0 && <DetailWarning>{t('inbox.many.stale', { count: stale.length })}</DetailWarning>}
      {assigned > 0 && <DetailWarning>{t('inbox.many.assigned', { count: assigned })}</DetailWarning>}
      <ul className={classes.many}>
        {chosen.map((one) => (
          <Row key={one.id} proposal={one} note={<Values proposal={one} />}>
            {!targets.includes(one) && <LeftOut>{t('inbox.left_out')}</LeftOut>}
          </Row>
        ))}
      </ul>
      <DetailActions>
        <Button look="quiet" onPress={selection.clear}>
          {t('inbox.clear')}
          <KeyHint>Esc</KeyHint>
        </Button>
        <ActionsHint />
        <Button look="danger" onPress={() => open('reject')}>
          <X aria-hidden="true" />
          {t('inbox.reject_many', { count: chosen.length })}
          <KeyHint>R</KeyHint>
        </Button>
        <Button look="primary" onPress={() => open('apply')} isDisabled={!canApply}>
          <Check aria-hidden="true" />
          {t('inbox.apply_many', { count: targets.length })}
          <KeyHint>A</KeyHint>
        </Button>
      </DetailActions>
      {dialog !== null && (
        <DecideManyDialog
          verdict={dialog}
          chosen={chosen}
          onDecide={(reason) => decideMany(dialog, reason)}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

const LeftOut = ({ children }: { children: ReactNode }): ReactNode => (
  <Badge tone="warn" icon={<History />}>
    {children}
  </Badge>
);

function Outcomes({ inbox: { many, selection, filter } }: { inbox: Inbox }): ReactNode {
  const { t } = useTexts();
  const { outcomes, finished, total, verdict } = many;
  const count = (is: (one: Settled<unknown>) => boolean): number => outcomes?.filter(is).length ?? 0;
  const stays =
    outcomes?.filter(({ code }) => code === OVERLAPPING || code === STALE).map(({ target }) => target) ?? [];
  const [isRejecting, reject] = useState(false);
  useKeys({ KeyR: () => reject(stays.length > 0) });
  return (
    <>
      <DetailHead
        isLive
        title={
          outcomes === null
            ? t('inbox.many.progress', { finished, total })
            : t(`inbox.many.done.${verdict}`, { count: count(({ outcome }) => outcome === 'done') })
        }
      >
        {outcomes !== null && <WhyLeft count={count} />}
        {stays.length > 0 && (
          <p>
            <Link to="/inbox/{-$id}" params={{ id: undefined }} search={inboxFilterOf({ ...filter, stale: true })}>
              {t('inbox.many.see_left')}
            </Link>
          </p>
        )}
      </DetailHead>
      <ul className={classes.many}>
        {outcomes?.map((one) => (
          <Row key={one.target.id} proposal={one.target} note={<Refusal settled={one} />}>
            {one.outcome === 'done' ? (
              <ProposalStatus status={verdict === 'apply' ? 'applied' : 'rejected'} />
            ) : one.outcome === 'skipped' ? (
              <LeftOut>{t(one.code === SETTLED ? 'inbox.not_done' : 'inbox.stays')}</LeftOut>
            ) : (
              <Badge tone="bad" icon={<CircleAlert />}>
                {t('inbox.not_done')}
              </Badge>
            )}
          </Row>
        ))}
      </ul>
      <DetailActions>
        <ActionsHint />
        {stays.length > 0 && (
          <Button look="danger" onPress={() => reject(true)}>
            <X aria-hidden="true" />
            {t('inbox.many.reject_left', { count: stays.length })}
            <KeyHint>R</KeyHint>
          </Button>
        )}
        <Button onPress={selection.clear} isDisabled={outcomes === null}>
          {t('close')}
          <KeyHint>Esc</KeyHint>
        </Button>
      </DetailActions>
      {isRejecting && (
        <DecideManyDialog
          verdict="reject"
          chosen={stays}
          onDecide={(reason) => {
            reject(false);
            many.settle(stays, 'reject', reason);
          }}
          onClose={() => reject(false)}
        />
      )}
    </>
  );
}

/** Why proposals were not decided with the others, one sentence for each reason. */
function WhyLeft({ count }: { count: (is: (one: Settled<unknown>) => boolean) => number }): ReactNode {
  const { t } = useTexts();
  const counts = {
    overlapped: count(({ code }) => code === OVERLAPPING),
    outdated: count(({ code }) => code === STALE),
    settled: count(({ outcome, code }) => outcome === 'skipped' && code !== OVERLAPPING && code !== STALE),
    failed: count(({ outcome }) => outcome === 'failed'),
  };
  return (['overlapped', 'outdated', 'settled', 'failed'] as const)
    .filter((reason) => counts[reason] > 0)
    .map((reason) => <p key={reason}>{t(`inbox.many.left.${reason}`, { count: counts[reason] })}</p>);
}

/** The new values, so that what is approved together is seen. */
function Values({ proposal: { changes } }: { proposal: ListedProposal }): ReactNode {
  const { t } = useTexts();
  const { name, value } = useFieldTexts();
  return (
    <span className={classes.values}>
      {Object.entries(changes).map(([field, proposed]) => (
        <span key={field}>
          <small>{name(field)}</small> <ins dir="auto">{value(field, proposed) ?? t('proposal.no_value')}</ins>
        </span>
      ))}
    </span>
  );
}

const REASONS: Readonly<Record<string, TextKey>> = {
  [STALE]: 'proposal.stale',
  [SETTLED]: 'inbox.settled_meanwhile',
};

/** Why a proposal was not settled with the others. */
function Refusal({ settled: { outcome, code } }: { settled: Settled<unknown> }): ReactNode {
  const { t } = useTexts();
  if (outcome === 'done' || code === null || code === OVERLAPPING) return null;
  const reason = REASONS[code];
  // The keys of the table have no parameters.
  return <small>{reason === undefined ? <Code soft>{code}</Code> : t(reason as 'proposal.stale')}</small>;
}

interface RowProps {
  readonly proposal: ListedProposal;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

function Row({ proposal, note, children }: RowProps): ReactNode {
  const { t } = useTexts();
  const name = usePluginName()(proposal.plugin_id);
  const { type } = useFieldTexts();
  const record = proposal.record_title ?? t('inbox.new_record', { type: type(proposal.record_type) });
  return (
    <li>
      <Tile id={proposal.plugin_id} name={name} />
      <span>
        <b>
          <TitleText>{proposal.summary}</TitleText>
        </b>
        <small>
          <TitleText>{record}</TitleText>
        </small>
        {note}
      </span>
      {children}
    </li>
  );
}
