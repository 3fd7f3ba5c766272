import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Code, moment, PagedList, SkeletonLine, useRoles, useTexts } from '@kushk/ui';
import { actionText } from '../operator/audit-actions.js';
import { rolloutHistoryQuery, type AuditEntry } from '../operator/queries.js';
import { reasonText } from '../release/reason-text.js';
import { historyQuery, type Release, type ReleaseEvent } from './queries.js';
import classes from './history.module.css';

/**
 * What happened to the release, oldest first, with who did it and why. For operators also what happened to its rollout,
 * which the audit has.
 */
export function History({ release }: { readonly release: Release }): ReactNode {
  const { plugin_id: plugin, version, rollout } = release;
  const query = useInfiniteQuery(historyQuery({ plugin, version }));
  const isRolledOut = rollout.state !== null && rollout.stages.length > 1;
  const ofRollout = useQuery({ ...rolloutHistoryQuery(release), enabled: useRoles().has('operator') && isRolledOut });
  return (
    <PagedList
      query={query}
      skeleton={
        <p aria-busy="true">
          <SkeletonLine width="middle" />
        </p>
      }
      // Its submission is the first event of every release.
      empty={null}
    >
      {(events) => (
        <ol className={classes.list}>
          {inOrder(events, ofRollout.data ?? [], query.hasNextPage).map((one) =>
            'number' in one ? <Event key={one.number} event={one} /> : <RolloutEvent key={one.id} entry={one} />,
          )}
        </ol>
      )}
    </PagedList>
  );
}

/** Events and audit entries by time. Entries after the last loaded event wait for the next page of the history. */
function inOrder(
  events: readonly ReleaseEvent[],
  entries: readonly AuditEntry[],
  hasNext: boolean,
): readonly (ReleaseEvent | AuditEntry)[] {
  const end = events.at(-1)?.happened_at ?? '';
  const timeOf = (one: ReleaseEvent | AuditEntry): number => Date.parse('number' in one ? one.happened_at : one.at);
  const shown = entries.filter(({ at }) => !hasNext || at <= end);
  return [...events, ...shown].toSorted((one, other) => timeOf(one) - timeOf(other));
}

function RolloutEvent({ entry: { action, at, actor, details } }: { readonly entry: AuditEntry }): ReactNode {
  const { t, language } = useTexts();
  const { reason } = details;
  return (
    <li>
      <span>{actionText(t, action)}</span>{' '}
      {actor.kind === 'system' ? (
        <span className={classes.who}>{t('release.bySystem')}</span>
      ) : (
        <bdi className={classes.who}>{actor.name ?? actor.id}</bdi>
      )}
      <time dateTime={at}>{moment(new Date(at), language)}</time>
      {actor.kind !== 'system' && typeof reason === 'string' && reason !== '' && (
        <q className={classes.text} dir="auto">
          {reason}
        </q>
      )}
    </li>
  );
}

function Event({ event: { event, happened_at, actor, notes, reason } }: { readonly event: ReleaseEvent }): ReactNode {
  const { t, language } = useTexts();
  const text = event === 'submitted' ? null : (notes ?? reason);
  return (
    <li>
      <span>{t(`review.event.${event}`)}</span> <Actor actor={actor} />
      <time dateTime={happened_at}>{moment(new Date(happened_at), language)}</time>
      {text !== null && text !== '' && (
        <q className={classes.text} dir="auto">
          {reasonText(text, t)}
        </q>
      )}
    </li>
  );
}

function Actor({ actor }: { readonly actor: ReleaseEvent['actor'] }): ReactNode {
  const { t } = useTexts();
  if (actor.kind === 'system') return <span className={classes.who}>{t('release.bySystem')}</span>;
  if (actor.kind === 'staff') return <bdi className={classes.who}>{actor.name}</bdi>;
  if (actor.member !== null) return <bdi className={classes.who}>{actor.member.name}</bdi>;
  return <Code soft>{actor.key?.label ?? actor.publisher_id}</Code>;
}
