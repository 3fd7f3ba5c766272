import type { RefObject } from 'react';
import { ROW_LINK } from '../data/data-table.js';
import { useKeys } from '../keys.js';
import { useTexts } from '../language.js';
import { adjacent, type Step } from './adjacent.js';

/** Marks the container of a list, so that of several lists on a page only one answers the keys. */
export const ROWS_ATTRIBUTE = 'data-rows';

/** J goes to the next row of a list, K to the previous one. */
export function useStepKeys(step: (by: Step) => void): void {
  const { t } = useTexts();
  useKeys(
    { KeyJ: () => step(1), KeyK: () => step(-1) },
    { KeyJ: t('lists.keys.next'), KeyK: t('lists.keys.previous') },
  );
}

/** The selectors of the rows in a container, and of the link in each. */
interface Rows {
  readonly rows: string;
  readonly link: string;
}
const TABLE: Rows = { rows: 'tbody > tr', link: `[${ROW_LINK}]` };

/**
 * J and K move between the rows inside `container`, by default those of its table: to the link of each, which Enter
 * follows. On a page with several lists they move in the list with the focus, else in the first one.
 */
export function useRowKeys(container: RefObject<HTMLElement | null>, selectors = TABLE): void {
  useStepKeys((by) => {
    const lists = [...document.querySelectorAll(`[${ROWS_ATTRIBUTE}]`)];
    const current = lists.find((list) => list.contains(document.activeElement)) ?? lists[0];
    if (current !== container.current) return;
    const rows = [...(container.current?.querySelectorAll<HTMLElement>(selectors.rows) ?? [])];
    const row = adjacent(rows, (one) => one.contains(document.activeElement), by);
    (row?.querySelector<HTMLElement>(selectors.link) ?? row)?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  });
}
