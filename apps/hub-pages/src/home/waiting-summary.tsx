import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  digits,
  EmptyState,
  itemsOf,
  Lines,
  span,
  StateDot,
  Summary,
  SummaryLine,
  useRoles,
  useSession,
  useTexts,
} from '@kushk/ui';
import { releasesQuery } from '../operator/queries.js';
import { queueQuery, type QueuedReview } from '../review/queries.js';
import { isWithPublisher } from '../review/queue-columns.js';
import { ANSWER_WITHIN_SECONDS } from '../review/waiting.js';

const MINUTE_SECONDS = 60;

/**
 * The releases that wait for a decision of this reviewer, of any or of another than the one who rejected, and, for
 * operators, for their publication.
 */
export function WaitingSummary({ isOperator }: { readonly isOperator: boolean }): ReactNode {
  const { t, language } = useTexts();
  const queue = useInfiniteQuery(queueQuery({}));
  const mine = useInfiniteQuery(queueQuery({ mine: true }));
  const inReview = useInfiniteQuery(queueQuery({ status: 'in_review' }));
  const appeals = (itemsOf(inReview) ?? []).filter(({ appeal, taken_by }) => appeal !== undefined && taken_by === null);
  const shownAppeals = useAppealsOf(appeals, isOperator);
  const approved = useInfiniteQuery({ ...releasesQuery({ status: 'approved' }), enabled: isOperator });
  const waiting = queue.data?.pages[0]?.counts.submitted ?? 0;
  const age = itemsOf(queue)?.[0]?.age_seconds ?? 0;
  const [held, withPublisher] = partsOf(itemsOf(mine) ?? []);
  const unpublished = itemsOf(approved)?.length ?? 0;
  return (
    <Summary
      title={t('home.waiting')}
      reads={[queue, mine, inReview, ...(isOperator ? [approved] : [])]}
      all={
        <Link to="/review" className={buttonLink({ look: 'quiet' })}>
          {t('nav.review')}
        </Link>
      }
    >
      {waiting + held + withPublisher + shownAppeals.length + unpublished === 0 ? (
        <EmptyState icon={<Check />} title={t('review.empty.waiting')}>
          {t('review.empty.waiting.what')}
        </EmptyState>
      ) : (
        <Lines>
          <HeldLines held={held} withPublisher={withPublisher} />
          {waiting > 0 && (
            <SummaryLine
              note={
                age >= MINUTE_SECONDS && (
                  <StateDot tone={age > ANSWER_WITHIN_SECONDS ? 'bad' : 'neutral'}>
                    {t('home.oldest', { span: span(age, language) })}
                  </StateDot>
                )
              }
            >
              <Link to="/review">{t('review.summary', { count: waiting, shown: digits(waiting, language) })}</Link>
            </SummaryLine>
          )}
          <AppealLine appeals={shownAppeals} />
          {unpublished > 0 && (
            <SummaryLine>
              <Link to="/releases" search={{ status: 'approved' }}>
                {t('home.approved', { count: digits(unpublished, language) + (approved.hasNextPage ? '+' : '') })}
              </Link>
            </SummaryLine>
          )}
        </Lines>
      )}
    </Summary>
  );
}

/** Whether this person may take the appeal: a reviewer who has not rejected the release. */
function useMayTake(): (appeal: QueuedReview) => boolean {
  const { person } = useSession();
  const isReviewer = useRoles().has('reviewer');
  return ({ appeal }) => isReviewer && appeal?.rejected_by !== person.id;
}

/** The appeals that this person can take. An operator without any sees all: an operator can give a person the role. */
function useAppealsOf(appeals: readonly QueuedReview[], isOperator: boolean): readonly QueuedReview[] {
  const own = appeals.filter(useMayTake());
  return own.length === 0 && isOperator ? appeals : own;
}

/** One appeal leads to its release. */
function AppealLine({ appeals }: { readonly appeals: readonly QueuedReview[] }): ReactNode {
  const { t } = useTexts();
  const isYours = appeals.some(useMayTake());
  const [first, ...others] = appeals;
  if (first === undefined) return null;
  const text = t(isYours ? 'home.appeals.yours' : 'home.appeals', { count: appeals.length });
  return (
    <SummaryLine>
      {others.length === 0 ? (
        <Link to="/review/$plugin/$version" params={{ plugin: first.plugin_id, version: first.version }}>
          {text}
        </Link>
      ) : (
        <Link to="/review" search={{ status: 'in_review' }}>
          {text}
        </Link>
      )}
    </SummaryLine>
  );
}

/** How many of what a reviewer holds wait for the reviewer, and how many for their publisher. */
function partsOf(held: readonly QueuedReview[]): readonly [number, number] {
  const waiting = held.filter((one) => !isWithPublisher(one)).length;
  return [waiting, held.length - waiting];
}

function HeldLines({ held, withPublisher }: { readonly held: number; readonly withPublisher: number }): ReactNode {
  const { t } = useTexts();
  const line = (text: string): ReactNode => (
    <SummaryLine>
      <Link to="/review" search={{ mine: true }}>
        {text}
      </Link>
    </SummaryLine>
  );
  return (
    <>
      {held > 0 && line(t('home.held', { count: held }))}
      {withPublisher > 0 && line(t('home.held.publisher', { count: withPublisher }))}
    </>
  );
}
