import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Code, moment, PagedList, SkeletonLine, useTexts } from '@kushk/ui';
import { reasonText } from '../release/reason-text.js';
import { historyQuery, type Release, type ReleaseEvent } from './queries.js';
import classes from './history.module.css';

/** What happened to the release, oldest first, with who did it and why. */
export function History({ release: { plugin_id: plugin, version } }: { readonly release: Release }): ReactNode {
  return (
    <PagedList
      query={useInfiniteQuery(historyQuery({ plugin, version }))}
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
          {events.map((event) => (
            <Event key={event.number} event={event} />
          ))}
        </ol>
      )}
    </PagedList>
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
