import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { buttonLink } from '../controls/button.js';
import { digits } from '../dates/dates.js';
import { Bell } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';

/** What waits for over a day is announced by no change, so the number is read again from time to time. */
const UNREAD_AGAIN_MS = 5 * 60_000;

/** How many notifications a person has not read; `read` reads a page of them. */
export const unreadQuery = (who: string, read: (signal: AbortSignal) => Promise<{ readonly unread: number }>) =>
  queryOptions({
    queryKey: ['notifications', 'unread', who],
    queryFn: async ({ signal }) => (await read(signal)).unread,
    refetchInterval: UNREAD_AGAIN_MS,
  });

interface LinkProps {
  readonly className: string;
  readonly 'aria-label': string;
  readonly children: ReactNode;
}

interface UnreadLinkProps {
  readonly query: ReturnType<typeof unreadQuery>;
  /** The link to the page of notifications. */
  readonly link: (props: LinkProps) => ReactNode;
}

/** Opens the notifications, and shows how many of them are unread. */
export function UnreadLink({ query, link }: UnreadLinkProps): ReactNode {
  const { t, language } = useTexts();
  const { data: count = 0 } = useQuery(query);
  return link({
    className: buttonLink({ look: 'quiet' }),
    'aria-label': t('notifications.unread_count', { count }),
    children: (
      <>
        <Bell aria-hidden="true" />
        {count > 0 && <span aria-hidden="true">{digits(count, language)}</span>}
      </>
    ),
  });
}
