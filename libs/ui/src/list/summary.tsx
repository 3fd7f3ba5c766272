/** What the first page of a role is made of: panels with a few lines each, which lead into the lists. */
import type { ReactNode } from 'react';
import { Panel } from '../data/panel.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { KeyedRows } from './keyed-rows.js';
import { RowsSkeleton } from './rows-skeleton.js';

const USUAL_ROWS = 3;

/** The panels of a page. J and K move between the links of all of them. */
export const Summaries = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <KeyedRows>{children}</KeyedRows>
);

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
