import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonLink, itemsOf, useTexts } from '@kushk/ui';
import { EndingKeys } from '../keys/ending-keys.js';
import { endingKeysQuery } from '../notifications/queries.js';

/** The keys of all publishers that end soon, for operators. */
export function EndingKeysSummary(): ReactNode {
  const { t } = useTexts();
  const list = useInfiniteQuery(endingKeysQuery());
  return (
    <EndingKeys
      list={list}
      keys={itemsOf(list) ?? []}
      all={
        <Link to="/publishers" className={buttonLink({ look: 'quiet' })}>
          {t('nav.publishers')}
        </Link>
      }
      linkOf={({ publisher_id, name }) => (
        <Link to="/publishers/$publisher" params={{ publisher: publisher_id ?? '' }} dir="auto">
          {name}
        </Link>
      )}
      ownerOf={({ publisher_name }) => publisher_name}
    />
  );
}
