import type { RefObject } from 'react';
import { ROW_LINK, useKeys, useTexts } from '@kushk/ui';

/** Marks the container of a list, so that of several lists on a page only one answers the keys. */
export const ROWS_ATTRIBUTE = 'data-rows';

/**
 * J and K move between the rows of the table inside `container`: to the link of each, which Enter follows. On a page
 * with several lists they move in the list with the focus, else in the first one.
 */
export function useRowKeys(container: RefObject<HTMLElement | null>): void {
  const { t } = useTexts();
  const move = (step: 1 | -1): void => {
    const lists = [...document.querySelectorAll(`[${ROWS_ATTRIBUTE}]`)];
    const current = lists.find((list) => list.contains(document.activeElement)) ?? lists[0];
    if (current !== container.current) return;
    const rows = [...(container.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
    const row = rows[next];
    (row?.querySelector<HTMLElement>(`[${ROW_LINK}]`) ?? row)?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  useKeys(
    { KeyJ: () => move(1), KeyK: () => move(-1) },
    { KeyJ: t('lists.keys.next'), KeyK: t('lists.keys.previous') },
  );
}
