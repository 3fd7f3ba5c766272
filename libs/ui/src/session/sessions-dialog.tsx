import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { DialogActions } from '../controls/dialog-actions.js';
import { ModalDialog } from '../controls/dialog.js';
import { Badge } from '../data/badge.js';
import { moment } from '../dates/dates.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { useTexts } from '../language.js';
import { PagedList } from '../list/paged-list.js';
import { itemsOf, pagedQuery } from '../list/paged-query.js';
import { RowsSkeleton } from '../list/rows-skeleton.js';
import { browserOf } from './browser-name.js';
import { endSession, fetchSessions, type SessionRow } from './session.js';
import classes from './sessions-dialog.module.css';

const SKELETON_ROWS = 2;

/** The person's sessions in all browsers, each of which can be ended. */
export function SessionsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <ModalDialog title={t('sessions.title')} isOpen={isOpen} onClose={onClose}>
      <p className={classes.note}>{t('sessions.note')}</p>
      <Sessions />
      <DialogActions>
        <Button onPress={onClose} autoFocus>
          {t('close')}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

function Sessions(): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const list = useInfiniteQuery({
    ...pagedQuery(['own-sessions'], ({ cursor = null }) => fetchSessions(cursor)),
    staleTime: 0,
  });
  const end = (ids: readonly string[]): void => {
    setFailure(null);
    Promise.all(ids.map(endSession))
      .catch(setFailure)
      .finally(() => void queries.invalidateQueries({ queryKey: ['own-sessions'] }));
  };
  const others = (itemsOf(list) ?? []).filter(({ current }) => !current);
  return (
    <>
      {failure !== null && <ProblemNotice error={failure} />}
      {others.length > 1 && !list.hasNextPage && (
        <Button onPress={() => end(others.map(({ id }) => id))}>{t('sessions.end_others')}</Button>
      )}
      {/* The session of this page is one of them. */}
      <PagedList query={list} skeleton={<RowsSkeleton rows={SKELETON_ROWS} />} empty={null}>
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((row) => (
              <SessionItem key={row.id} row={row} onEnd={() => end([row.id])} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function SessionItem({ row, onEnd }: { row: SessionRow; onEnd: () => void }): ReactNode {
  const { t, language } = useTexts();
  const { browser, system } = browserOf(row.user_agent);
  const name = browser === null ? t('sessions.unknown') : t('sessions.browser', { browser, system: system ?? '' });
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <b>{name}</b>
        <small>{t('sessions.used', { at: moment(new Date(row.last_used_at), language) })}</small>
      </span>
      {row.current ? (
        <Badge tone="good">{t('sessions.current')}</Badge>
      ) : (
        <Button onPress={onEnd} aria-label={t('sessions.end_named', { name })}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
