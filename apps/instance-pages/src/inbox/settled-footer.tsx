import type { ReactNode } from 'react';
import { Button, KeyHint, moment, ProblemNotice, TextField, useDraft, useTexts } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { usePersonName } from '../organisation/people.js';
import { RecordLink } from '../records/record-link.js';
import { ReasonQuote, Settled } from './detail-parts.js';
import classes from './settled-footer.module.css';
import { REASON_MAX, useExplain, type DetailedProposal } from './queries.js';
import type { Inbox } from './use-inbox.js';

/** What became of a proposal. The reason of a rejection may follow, and reaches the plugin as a revision. */
export function SettledFooter({ proposal, inbox }: { proposal: DetailedProposal; inbox: Inbox }): ReactNode {
  const { t } = useTexts();
  const { status, reason, record_id, record_type, record_title, undone_at } = proposal;
  const isUndone = undone_at !== null;
  return (
    <Settled
      isGood={status === 'applied' && !isUndone}
      status={t(`inbox.status.${isUndone ? 'undone' : status}`)}
      by={<Who proposal={proposal} />}
    >
      {status === 'applied' && record_id !== null && record_title !== null && (
        <p>
          {t('inbox.see_record')} <RecordLink type={record_type} id={record_id} title={record_title} />
          {!inbox.canUndoOpen && <> {t('inbox.change_there')}</>}
        </p>
      )}
      {inbox.canUndoOpen && (
        <p>
          {t('inbox.undo.while')}{' '}
          <Button onPress={() => inbox.decisions.undo(proposal)}>
            {t('inbox.undo')}
            <KeyHint>Z</KeyHint>
          </Button>
        </p>
      )}
      {status === 'rejected' && reason !== null && <ReasonQuote>{reason}</ReasonQuote>}
      {status === 'rejected' && <Reason key={proposal.revision} proposal={proposal} />}
    </Settled>
  );
}

function Who({ proposal: { settled_by, settler_id, settled_at } }: { proposal: DetailedProposal }): ReactNode {
  const { t, language } = useTexts();
  const { personId } = useMe();
  const personName = usePersonName();
  if (settled_at === null) return null;
  const at = moment(new Date(settled_at), language);
  if (settled_by === 'rule') return <span>{t('inbox.settled.rule', { at })}</span>;
  if (settler_id === personId) return <span>{t('inbox.settled.me', { at })}</span>;
  const name = personName(settler_id);
  return <span>{name === null ? at : t('inbox.settled.person', { name, at })}</span>;
}

function Reason({ proposal: { id, reason: former } }: { proposal: DetailedProposal }): ReactNode {
  const { t } = useTexts();
  const [reason, setReason] = useDraft(`reason.${id}`);
  const explain = useExplain(id);
  const isEmpty = reason.trim() === '';
  return (
    <>
      <p>{t(former === null ? 'inbox.reason.who_reads' : 'inbox.reason.sent')}</p>
      <form
        className={classes.reason}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) explain.mutate(reason.trim(), { onSuccess: () => setReason('') });
        }}
      >
        <TextField
          label={t(former === null ? 'inbox.reason' : 'inbox.reason.new')}
          value={reason}
          onChange={setReason}
          maxLength={REASON_MAX}
        />
        <Button type="submit" isDisabled={isEmpty} isPending={explain.isPending}>
          {t('inbox.reason.send')}
        </Button>
      </form>
      {explain.error !== null && <ProblemNotice error={explain.error} title={t('inbox.reason.not_sent')} />}
    </>
  );
}
