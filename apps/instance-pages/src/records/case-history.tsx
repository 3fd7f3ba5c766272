import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InstanceComponents } from '@kushk/api-client';
import { Lines, moment, PagedList, useTexts } from '@kushk/ui';
import { proposalQuery } from '../inbox/queries.js';
import { useFieldTexts } from './field-texts.js';
import { caseHistoryQuery } from './list-queries.js';

export type AuditEntry = InstanceComponents['schemas']['AuditEntry'];

/** Who created and edited a case, the newest first. */
export function CaseHistory({ caseId }: { caseId: string }): ReactNode {
  const query = useInfiniteQuery(caseHistoryQuery(caseId));
  const { language } = useTexts();
  return (
    // Every record was created by someone.
    <PagedList query={query} empty={null}>
      {(entries) => (
        <Lines>
          {entries.map((entry) => (
            <li key={entry.id}>
              <span>
                <Entry entry={entry} />
              </span>
              <time dateTime={entry.at}>{moment(new Date(entry.at), language)}</time>
            </li>
          ))}
        </Lines>
      )}
    </PagedList>
  );
}

function Entry({ entry: { action, actor, details } }: { entry: AuditEntry }): ReactNode {
  const { t } = useTexts();
  const { name } = useFieldTexts();
  const who = actor.kind === 'rule' ? t('records.history.rule') : (actor.name ?? actor.id);
  const fields = Array.isArray(details['fields'])
    ? details['fields'].map((field) => t('records.history.field', { name: name(String(field)) }))
    : [];
  const undone = details['undone_proposal_id'];
  const proposal = undone ?? details['proposal_id'];
  return (
    <>
      {typeof undone === 'string' ? (
        <>
          {t('records.history.undone', { who })} <UndoneValues id={undone} />
        </>
      ) : action.endsWith('.created') ? (
        t('records.history.created', { who })
      ) : (
        t('records.history.edited', { who, fields: fields.join(t('records.comma')) })
      )}
      {typeof proposal === 'string' && (
        <>
          {' '}
          <Link to="/inbox/{-$id}" params={{ id: proposal }}>
            {t('records.history.proposal')}
          </Link>
        </>
      )}
    </>
  );
}

/** The values that an undo wrote back. The audit has none; those who may see the record see its proposals. */
function UndoneValues({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const { name, value } = useFieldTexts();
  const { data } = useQuery(proposalQuery(id));
  const none = t('proposal.no_value');
  const values = data?.fields.map(({ field, proposed, former }) => {
    const [from, to] = [value(field, proposed) ?? none, value(field, former) ?? none];
    return t('records.history.value', { name: name(field), from, to });
  });
  return values?.join(t('records.comma'));
}
