import type { RefObject } from 'react';
import { useKeys, useTexts } from '@kushk/ui';

/** J and K move between the rows of the table inside `container`; Enter opens the row, as the table itself does. */
export function useRowKeys(container: RefObject<HTMLElement | null>): void {
  const { t } = useTexts();
  const move = (step: 1 | -1): void => {
    const rows = [...(container.current?.querySelectorAll<HTMLElement>('tbody [role="row"]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
    rows[next]?.focus();
    rows[next]?.scrollIntoView({ block: 'nearest' });
  };
  useKeys(
    { KeyJ: () => move(1), KeyK: () => move(-1) },
    { KeyJ: t('staff.keys.next'), KeyK: t('staff.keys.previous') },
  );
}
