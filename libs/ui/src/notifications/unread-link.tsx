import type { ReactNode } from 'react';
import { buttonLink } from '../controls/button.js';
import { digits } from '../dates/dates.js';
import { Bell } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';

/** What waits for over a day is announced by no change, so the number of unread ones is read again. */
export const UNREAD_AGAIN_MS = 5 * 60_000;

/** The properties of a link that opens the notifications, and shows how many of them are unread. */
export function useUnreadLink(count = 0): {
  readonly className: string;
  readonly 'aria-label': string;
  readonly children: ReactNode;
} {
  const { t, language } = useTexts();
  return {
    className: buttonLink({ look: 'quiet' }),
    'aria-label': t('notifications.unread_count', { count }),
    children: (
      <>
        <Bell aria-hidden="true" />
        {count > 0 && <span aria-hidden="true">{digits(count, language)}</span>}
      </>
    ),
  };
}
