import type { ComponentType, ReactNode } from 'react';
import { FilterBar, filterLink, Page, PageHead } from '@kushk/ui';
import { Dialogs } from './dialogs.js';
import { Fields } from './fields.js';
import { EmptyList, FailedList, FailedMore, FullList, ListWithoutMatch, NothingSoFar, WaitingList } from './lists.js';
import { Notices } from './notices.js';
import classes from './gallery.module.css';
import { Values } from './values.js';
import { WalletStates } from './wallet-states.js';

const parts: Readonly<Record<string, ComponentType>> = {
  list: FullList,
  'list-empty': EmptyList,
  'list-waiting': WaitingList,
  'list-failed': FailedList,
  'list-no-match': ListWithoutMatch,
  'list-nothing-so-far': NothingSoFar,
  'list-more-failed': FailedMore,
  dialogs: Dialogs,
  fields: Fields,
  values: Values,
  notices: Notices,
  wallet: WalletStates,
};

function Parts(): ReactNode {
  const addressOf = (name: string): string => {
    const parameters = new URLSearchParams(location.search);
    parameters.set('part', name);
    return `?${parameters.toString()}`;
  };
  return (
    <FilterBar label="Parts">
      {Object.keys(parts).map((name) => (
        <a key={name} href={addressOf(name)} className={filterLink}>
          {name}
        </a>
      ))}
    </FilterBar>
  );
}

/** One part, or all of them below each other. */
export function Gallery({ part }: { part: string | null }): ReactNode {
  const shown = Object.entries(parts).filter(([name]) => part === null || part === name);
  return (
    <main className={classes.gallery}>
      <Page>
        <PageHead title="Gallery" />
        <Parts />
        {shown.map(([name, Part]) => (
          <Part key={name} />
        ))}
      </Page>
    </main>
  );
}
