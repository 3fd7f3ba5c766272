import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Badge, Button, Code, day, EmptyState, ListPanel, showToast, useTexts, type ColumnOf } from '@kushk/ui';
import { Users } from '@kushk/ui/icons';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import classes from './access-page.module.css';
import { accessesQuery, endAccess, type Access, type PluginOfPublisher } from './access-queries.js';

const USUAL_ROWS = 2;

/** The accesses that codes have granted. Which organisation has one, the publisher does not learn. */
export function AccessesPanel({ of }: { readonly of: PluginOfPublisher }): ReactNode {
  const { t } = useTexts();
  const query = useInfiniteQuery(accessesQuery(of));
  const [ending, setEnding] = useState<Access | null>(null);
  return (
    <>
      <ListPanel<Access>
        title={t('portal.accesses')}
        note={t('portal.accesses.what')}
        query={query}
        columns={useColumns(setEnding)}
        keyOf={({ id }) => id}
        usualRows={USUAL_ROWS}
        empty={
          <EmptyState icon={<Users />} title={t('portal.accesses.empty')}>
            {t('portal.accesses.empty.what')}
          </EmptyState>
        }
      />
      {ending !== null && (
        <ConfirmDialog
          title={t('portal.accesses.end.title', { name: ending.code_label })}
          text={t('portal.accesses.end.what')}
          action={t('portal.accesses.end.do')}
          isDanger
          run={() => endAccess(of, ending.id)}
          onClose={(isDone) => {
            setEnding(null);
            if (isDone) showToast({ tone: 'good', message: t('portal.accesses.end.done') });
          }}
        />
      )}
    </>
  );
}

function useColumns(onEnd: (access: Access) => void): readonly ColumnOf<Access>[] {
  const { t, language } = useTexts();
  const date = (at: string): string => day(new Date(at), language);
  return [
    {
      key: 'code',
      title: t('portal.accesses.code'),
      isRowHeader: true,
      cell: ({ id, code_label, ended_at }) => (
        <span className={classes.stack}>
          <bdi dir="auto" className={ended_at === null ? classes.name : classes.ended}>
            {code_label}
          </bdi>
          <Code soft breaks>
            {id}
          </Code>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('portal.status'),
      cell: ({ at, ended_at }) => (
        <span className={classes.stack}>
          <Badge tone={ended_at === null ? 'good' : 'neutral'}>
            {t(ended_at === null ? 'portal.codes.state.active' : 'portal.codes.state.ended')}
          </Badge>
          <span className={classes.soft}>
            {ended_at === null ? t('portal.accesses.since', { at: date(at) }) : t('keys.since', { at: date(ended_at) })}
          </span>
        </span>
      ),
    },
    {
      key: 'end',
      title: t('portal.codes.actions'),
      atEnd: true,
      cell: (access) =>
        access.ended_at === null && (
          <Button
            look="quiet"
            aria-label={t('portal.accesses.end.named', { name: access.code_label })}
            onPress={() => onEnd(access)}
          >
            {t('portal.codes.end')}
          </Button>
        ),
    },
  ];
}
