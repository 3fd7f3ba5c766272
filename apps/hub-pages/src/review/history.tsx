import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Code, moment, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import { MoreButton } from '../lists/more-button.js';
import { historyQuery, type Release, type ReleaseEvent } from './queries.js';
import classes from './history.module.css';

/** What happened to the release, oldest first, with who did it and why. */
export function History({ release: { plugin_id: plugin, version } }: { readonly release: Release }): ReactNode {
  const history = useInfiniteQuery(historyQuery({ plugin, version }));
  if (history.isError) return <ProblemNotice error={history.error} onRetry={() => history.refetch()} />;
  if (history.isPending) {
    return (
      <p aria-busy="true">
        <SkeletonLine width="middle" />
      </p>
    );
  }
  return (
    <>
      <ol className={classes.list}>
        {history.data.pages.flatMap(({ items }) => items.map((event) => <Event key={event.number} event={event} />))}
      </ol>
      <MoreButton query={history} />
    </>
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
          {text}
        </q>
      )}
    </li>
  );
}

function Actor({ actor }: { readonly actor: ReleaseEvent['actor'] }): ReactNode {
  if (actor.kind === 'staff') return <bdi className={classes.who}>{actor.name}</bdi>;
  if (actor.member !== null) return <bdi className={classes.who}>{actor.member.name}</bdi>;
  return <Code soft>{actor.key?.label ?? actor.publisher_id}</Code>;
}
