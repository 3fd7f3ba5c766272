import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, Inbox as InboxIcon, SearchX } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { EmptyState, lazyPart, LazySection, Page, PagePath, ProblemNotice, usePageTitle, useTexts } from '@kushk/ui';
import { DetailSkeleton } from './detail-parts.js';
import { inboxFilterOf, isNarrowed, showOf, type InboxFilter } from './inbox-filter.js';
import { InboxList } from './inbox-list.js';
import { kindOf } from './items.js';
import classes from './inbox-page.module.css';
import { LastDecision } from './last-decision.js';
import { useInbox, type Inbox } from './use-inbox.js';

const loadProposal = async () => (await import('./proposal-detail.js')).ProposalDetail;
const loadSource = async () => (await import('./source-detail.js')).SourceDetail;
const ManyDetail = lazyPart(async () => (await import('./many-detail.js')).ManyDetail);

const route = getRouteApi('/inbox/{-$id}');

/** Everything that waits for a decision: a list, and beside it the open item. On a phone one after the other. */
export function InboxPage(): ReactNode {
  const { t } = useTexts();
  const filter = route.useSearch();
  usePageTitle(t('inbox.title'));
  return (
    <Page width="wide">
      <PagePath steps={[t('inbox.title')]} />
      <h1 className="hidden-visually">{t('inbox.title')}</h1>
      {/* Another tab begins without a selection, and without what was settled under the former one. */}
      <Panes key={showOf(filter)} filter={filter} />
    </Page>
  );
}

function Panes({ filter }: { filter: InboxFilter }): ReactNode {
  const { t } = useTexts();
  const { id: addressedId } = route.useParams();
  const inbox = useInbox(filter, addressedId);
  const { items, isLoading, error, openId, chosen, many } = inbox;
  const isMany = chosen.length > 1 || many.isOpen;
  const hasNothing = items.length === 0 && !isLoading;
  const isEmpty = hasNothing && addressedId === undefined;
  const layout = isEmpty
    ? classes.nothingThere
    : many.isOpen
      ? classes.detailOnly
      : isMany
        ? classes.manyOpen
        : addressedId === undefined
          ? classes.listOnly
          : classes.detailOnly;
  return (
    <div className={`${classes.panes} ${layout}`}>
      <InboxList inbox={inbox}>
        {hasNothing &&
          (error === null ? <Nothing filter={filter} /> : <ProblemNotice error={error} onRetry={inbox.retry} fills />)}
      </InboxList>
      {!isEmpty && (
        <div className={classes.pane}>
          {!many.isOpen && <LastDecision inbox={inbox} />}
          {/* Another item begins at its top. */}
          <section
            key={isMany ? 'many' : openId}
            data-scrolls-to-top
            className={classes.detail}
            aria-label={t('inbox.detail')}
          >
            {isMany ? <ManyDetail inbox={inbox} /> : <Open id={openId} inbox={inbox} />}
          </section>
        </div>
      )}
    </div>
  );
}

function Open({ id, inbox }: { id: string | null; inbox: Inbox }): ReactNode {
  const { t } = useTexts();
  if (id === null) return null;
  const waiting = <DetailSkeleton />;
  return (
    <>
      <Link to="/inbox/{-$id}" params={{ id: undefined }} search={inbox.filter} className={classes.back}>
        <ChevronLeft className="mirrors" aria-hidden="true" />
        {t('inbox.title')}
      </Link>
      {kindOf(id) === 'source' ? (
        <LazySection load={loadSource} props={{ id }} waiting={waiting} />
      ) : (
        <LazySection load={loadProposal} props={{ id, inbox }} waiting={waiting} />
      )}
    </>
  );
}

function Nothing({ filter }: { filter: InboxFilter }): ReactNode {
  const { t } = useTexts();
  const show = showOf(filter);
  if (isNarrowed(filter))
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('inbox.nothing_found')}
        action={
          <Link to="/inbox/{-$id}" params={{ id: undefined }} search={inboxFilterOf({ show })}>
            {t('inbox.all_again')}
          </Link>
        }
      >
        {t('inbox.nothing_found.why')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<InboxIcon />}
      title={t(`inbox.empty.${show}`)}
      {...(show === 'waiting' && { action: <Link to="/store">{t('inbox.empty.do')}</Link> })}
    >
      {t(`inbox.empty.why.${show}`)}
    </EmptyState>
  );
}
