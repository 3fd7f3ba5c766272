import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InstanceComponents } from '@kushk/api-client';
import { Button, moment, ProblemNotice, useTexts } from '@kushk/ui';
import { useFieldTexts } from './field-texts.js';
import type { ListQuery } from './list-queries.js';
import { RowsSkeleton } from './record-list.js';
import classes from './records.module.css';

export type AuditEntry = InstanceComponents['schemas']['AuditEntry'];

/** Who created and edited a record, the newest first. */
export function HistoryList({ query }: { query: ListQuery<AuditEntry> }): ReactNode {
  const { t, language } = useTexts();
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(query);
  if (data === undefined)
    return error === null ? <RowsSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} />;
  return (
    <>
      <ul className={classes.lines}>
        {data.pages
          .flatMap(({ items }) => items)
          .map((entry) => (
            <li key={entry.id}>
              <span>
                <Entry entry={entry} />
              </span>
              <time dateTime={entry.at}>{moment(new Date(entry.at), language)}</time>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <div className={classes.more}>
          <Button look="quiet" onPress={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
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
