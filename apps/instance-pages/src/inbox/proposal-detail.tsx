import { useQuery } from '@tanstack/react-query';
import { Check, X } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import {
  Badge,
  Button,
  Code,
  FieldChanges,
  KeyHint,
  lazyPart,
  moment,
  Notice,
  ProblemNotice,
  Tile,
  TitleText,
  useTexts,
  type FieldChange,
} from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { usePluginName } from '../organisation/plugins.js';
import { useFieldTexts } from '../records/field-texts.js';
import { RecordLink } from '../records/record-link.js';
import { Assignment } from './assignment.js';
import { ActionsHint, DetailActions, DetailHead, DetailSkeleton, DetailWarning } from './detail-parts.js';
import classes from './proposal-detail.module.css';
import { WriteReason } from './last-decision.js';
import { proposalQuery, type DetailedProposal } from './queries.js';
import { isUnsent } from './unsent-rejections.js';
import type { Inbox } from './use-inbox.js';

const SettledFooter = lazyPart(async () => (await import('./settled-footer.js')).SettledFooter);

/** One proposal: what changes, why, and the decision. */
export function ProposalDetail({ id, inbox }: { id: string; inbox: Inbox }): ReactNode {
  const { data: proposal, error, refetch } = useQuery(proposalQuery(id));
  if (proposal === undefined)
    return error === null ? <DetailSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} fills />;
  return (
    <>
      <Head proposal={proposal} />
      <Changes proposal={proposal} />
      <Why proposal={proposal} />
      <Refusal inbox={inbox} proposal={proposal} />
      {proposal.status === 'pending' && inbox.settledHere.items.has(id) ? (
        <Unsent inbox={inbox} proposal={proposal} />
      ) : proposal.status === 'pending' ? (
        <Decision proposal={proposal} inbox={inbox} />
      ) : (
        <SettledFooter proposal={proposal} inbox={inbox} />
      )}
    </>
  );
}

function Head({ proposal }: { proposal: DetailedProposal }): ReactNode {
  const { t } = useTexts();
  const { type } = useFieldTexts();
  const { summary, record_type, record_id, record_title } = proposal;
  return (
    <DetailHead title={<TitleText>{summary}</TitleText>}>
      <p>
        {record_id === null ? (
          <Badge tone="violet">{t('inbox.new_record', { type: type(record_type) })}</Badge>
        ) : (
          <>
            <span>{type(record_type)}:</span>
            <RecordLink type={record_type} id={record_id} title={record_title ?? record_id} />
          </>
        )}
      </p>
      {proposal.status === 'pending' && <Assignment proposal={proposal} />}
    </DetailHead>
  );
}

function Changes({ proposal }: { proposal: DetailedProposal }): ReactNode {
  const { t } = useTexts();
  const { name, value } = useFieldTexts();
  const changes = proposal.fields.map(({ field, base, current, proposed, stale }): FieldChange => {
    const isNew = proposal.action === 'create';
    return {
      field: name(field),
      ...(!isNew && { before: value(field, base) }),
      after: value(field, proposed) ?? t('proposal.no_value'),
      ...(stale && { now: value(field, current) ?? t('proposal.no_value') }),
    };
  });
  const edited = proposal.fields.filter((field) => field.stale);
  const stale = edited.map(({ field }) => t('inbox.stale.field', { name: name(field) }));
  const isUnread = edited.every(({ base, current }) => JSON.stringify(base) === JSON.stringify(current));
  return (
    <>
      <FieldChanges label={t('inbox.changes')} changes={changes} />
      {stale.length > 0 && (
        <DetailWarning>
          {t(isUnread ? 'inbox.stale.unread' : 'inbox.stale.means', {
            count: stale.length,
            fields: stale.join(t('records.comma')),
          })}
        </DetailWarning>
      )}
    </>
  );
}

function Why({ proposal }: { proposal: DetailedProposal }): ReactNode {
  const { t, language } = useTexts();
  const name = usePluginName()(proposal.plugin_id);
  const { isAdmin } = useMe();
  return (
    <div className={classes.why}>
      <Tile id={proposal.plugin_id} name={name} />
      <div>
        <b>{t('inbox.proposed_by', { name })}</b>
        <time dateTime={proposal.created_at}>{moment(new Date(proposal.created_at), language)}</time>
        {isAdmin && (
          <details>
            <summary>{t('inbox.external_id')}</summary>
            <Code soft breaks>
              {proposal.external_id}
            </Code>
          </details>
        )}
      </div>
    </div>
  );
}

/** Why the last decision about this proposal was not taken. Who was faster is said in the footer. */
function Refusal({ inbox: { settling }, proposal }: { inbox: Inbox; proposal: DetailedProposal }): ReactNode {
  const { t } = useTexts();
  const { error, variables, reset } = settling;
  if (error === null || variables?.id !== proposal.id) return null;
  const code = error instanceof ProblemError ? error.document.code : null;
  const dismiss = (
    <Button look="quiet" onPress={reset}>
      {t('close')}
    </Button>
  );
  if (code === 'proposal.stale')
    return (
      <div className={classes.refusal}>
        <Notice tone="warn" title={t('inbox.edited_meanwhile')} actions={dismiss}>
          {t('inbox.edited_meanwhile.what')}
        </Notice>
      </div>
    );
  if (code === 'proposal.settled')
    return (
      <div className={classes.refusal}>
        <Notice tone="warn" title={t('inbox.settled_meanwhile')} actions={dismiss}>
          {t('inbox.settled_meanwhile.what')}
        </Notice>
      </div>
    );
  return (
    <div className={classes.refusal}>
      <ProblemNotice error={error} title={t('inbox.not_settled')} />
    </div>
  );
}

function Decision({ proposal, inbox: { decide, settling } }: { proposal: DetailedProposal; inbox: Inbox }): ReactNode {
  const { t } = useTexts();
  return (
    <DetailActions>
      <ActionsHint>{t('inbox.reason_later')}</ActionsHint>
      <Button look="danger" onPress={() => decide('reject')} isPending={settling.isPending}>
        <X aria-hidden="true" />
        {t('inbox.reject')}
        <KeyHint>R</KeyHint>
      </Button>
      <Button look="primary" onPress={() => decide('apply')} isPending={settling.isPending}>
        <Check aria-hidden="true" />
        {t(proposal.stale ? 'inbox.apply_anyway' : 'inbox.apply')}
        <KeyHint>{proposal.stale ? 'Shift A' : 'A'}</KeyHint>
      </Button>
    </DetailActions>
  );
}

/** The decision is not sent yet: the rejection waits, or the page does not know yet what the service has recorded. */
function Unsent({ inbox, proposal }: { inbox: Inbox; proposal: DetailedProposal }): ReactNode {
  const { t } = useTexts();
  return (
    <DetailActions>
      <ActionsHint>{t('inbox.unsent')}</ActionsHint>
      {isUnsent(proposal.id) && (
        <>
          <WriteReason onPress={() => inbox.explainNow(proposal)} />
          <Button onPress={() => inbox.decisions.undo(proposal)}>
            {t('inbox.undo')}
            <KeyHint>Z</KeyHint>
          </Button>
        </>
      )}
    </DetailActions>
  );
}
