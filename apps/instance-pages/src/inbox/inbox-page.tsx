import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox as InboxIcon } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { EmptyState, Page, PagePath, ProblemNotice, usePageTitle, useTexts } from '@kushk/ui';
import { InboxList } from './inbox-list.js';
import { kindOf } from './items.js';
import classes from './inbox-page.module.css';
import { ManyDetail } from './many-detail.js';
import { ProposalDetail } from './proposal-detail.js';
import type { Show } from './queries.js';
import { SourceDetail } from './source-detail.js';
import { useInbox, type Inbox } from './use-inbox.js';

const route = getRouteApi('/inbox/{-$id}');

/** Everything that waits for a decision: a list, and beside it the open item. On a phone one after the other. */
export function InboxPage(): ReactNode {
  const { t } = useTexts();
  const { show = 'waiting' } = route.useSearch();
  usePageTitle(t('inbox.title'));
  return (
    <Page width="wide">
      <PagePath steps={[t('inbox.title')]} />
      <h1 className="hidden-visually">{t('inbox.title')}</h1>
      {/* Another filter begins without a selection, and without what was settled under the former one. */}
      <Panes key={show} show={show} />
    </Page>
  );
}

function Panes({ show }: { show: Show }): ReactNode {
  const { t } = useTexts();
  const { id: addressedId } = route.useParams();
  const inbox = useInbox(show, addressedId);
  const { items, isLoading, error, openId, chosen, many } = inbox;
  const isMany = chosen.length > 1 || many.isOpen;
  const isEmpty = items.length === 0 && !isLoading && addressedId === undefined;
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
        {isEmpty &&
          (error === null ? <Nothing show={show} /> : <ProblemNotice error={error} onRetry={inbox.retry} fills />)}
      </InboxList>
      {!isEmpty && (
        // Another item begins at its top.
        <section
          key={isMany ? 'many' : openId}
          data-scrolls-to-top
          className={classes.detail}
          aria-label={t('inbox.detail')}
        >
          {isMany ? <ManyDetail inbox={inbox} /> : <Open id={openId} inbox={inbox} />}
        </section>
      )}
    </div>
  );
}

function Open({ id, inbox }: { id: string | null; inbox: Inbox }): ReactNode {
  if (id === null) return null;
  return kindOf(id) === 'source' ? (
    <SourceDetail id={id} show={inbox.show} />
  ) : (
    <ProposalDetail id={id} inbox={inbox} />
  );
}

function Nothing({ show }: { show: Show }): ReactNode {
  const { t } = useTexts();
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
