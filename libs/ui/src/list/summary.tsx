/** What the first page of a role is made of: panels with a few lines each, which lead into the lists. */
import type { ReactNode } from 'react';
import { Panel } from '../data/panel.js';
import { StateDot } from '../data/badge.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { useTexts } from '../language.js';
import { KeyedRows } from './keyed-rows.js';
import { RowTitle } from './row-title.js';
import { RowsSkeleton } from './rows-skeleton.js';

const USUAL_ROWS = 3;

/** The panels of a page. J and K move between the links of all of them. */
export const Summaries = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <KeyedRows>{children}</KeyedRows>
);

interface SummaryLineProps {
  /** In small type below the line; false for none. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A number or a name with its link. */
export function SummaryLine({ note = false, children }: SummaryLineProps): ReactNode {
  return (
    <li>
      <RowTitle title={children}>{note !== false && <small>{note}</small>}</RowTitle>
    </li>
  );
}

interface FineLineProps {
  readonly list: { readonly hasNextPage: boolean };
  readonly children: ReactNode;
}

/** Says that nothing in a list needs attention. Of a list with more pages only the first one was read. */
export function FineLine({ list: { hasNextPage }, children }: FineLineProps): ReactNode {
  const { t } = useTexts();
  return (
    <li>
      <StateDot tone={hasNextPage ? 'neutral' : 'good'}>{hasNextPage ? t('lists.none_yet') : children}</StateDot>
    </li>
  );
}

interface Read {
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface SummaryProps {
  readonly title: string;
  /** A link to the whole list. */
  readonly all?: ReactNode;
  /** What the lines are made of: they are shown once all of it is there. */
  readonly reads: readonly Read[];
  readonly children: ReactNode;
}

/** A panel with a few lines of one or several lists. One that cannot be read leaves the others as they are. */
export function Summary({ title, all, reads, children }: SummaryProps): ReactNode {
  const missing = reads.filter(({ data }) => data === undefined);
  const failed = missing.find(({ error }) => error !== null);
  return (
    <Panel title={title} actions={all} flush>
      {failed !== undefined ? (
        <ProblemNotice fills error={failed.error} onRetry={failed.refetch} />
      ) : missing.length > 0 ? (
        <RowsSkeleton label={title} rows={USUAL_ROWS} />
      ) : (
        children
      )}
    </Panel>
  );
}
