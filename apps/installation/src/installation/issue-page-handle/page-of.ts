import type { PageSurface } from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import type { Manifest } from '@kushk/manifest';

/**
 * Checks that the manifest declares a page: the app, or the panel with this key. A panel that belongs to a type of
 * record is shown beside a record of this type. Returns the refusal, or null.
 */
export function refusalOfPage(
  { ui }: Pick<Manifest, 'ui'>,
  page: PageSurface,
  recordType: string | null,
): Refused | null {
  if (page.surface === 'app') return ui?.app === undefined ? refuse('installation.page_not_found', { ...page }) : null;
  const panel = ui?.panels?.find(({ key }) => key === page.panel);
  if (panel === undefined) return refuse('installation.page_not_found', { ...page });
  const isBesideItsRecord = panel.record_type === undefined || panel.record_type === recordType;
  return isBesideItsRecord
    ? null
    : refuse('installation.page_not_found', { ...page, record_type: panel.record_type, sent: recordType });
}
