import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InstanceComponents } from '@kushk/api-client';
import { Lines, moment, PagedList, useTexts, type ListResult } from '@kushk/ui';
import { useFieldTexts } from './field-texts.js';

export type AuditEntry = InstanceComponents['schemas']['AuditEntry'];

/** Who created and edited a record, the newest first. */
export function HistoryList({ query }: { query: ListResult<AuditEntry> }): ReactNode {
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
  const proposal = details['proposal_id'];
  return (
    <>
      {action.endsWith('.created')
        ? t('records.history.created', { who })
        : t('records.history.edited', { who, fields: fields.join(t('records.comma')) })}
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
