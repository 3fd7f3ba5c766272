import type { RecordReference } from '@kushk/bridge-protocol';
import type { ShellRequest } from './frame-link.js';

type Navigation = Extract<ShellRequest, { method: 'ui.navigate' }>;
interface Here {
  readonly installationId: string;
  readonly record: RecordReference | null;
}

/** The part of a case's address that opens a panel: `#panel=ins_…/invoice`. */
export function panelHash(installationId: string, panel: string): string {
  return `panel=${encodeURIComponent(installationId)}/${encodeURIComponent(panel)}`;
}

/** The panel that the hash of the address opens: `ins_…/invoice`; null for any other hash. */
export function panelOfHash(hash: string): string | null {
  const [, installation, panel] = /^#?panel=([^/]+)\/([^/]+)$/.exec(hash) ?? [];
  if (installation === undefined || panel === undefined) return null;
  try {
    return `${decodeURIComponent(installation)}/${decodeURIComponent(panel)}`;
  } catch {
    return null;
  }
}

/**
 * Where a plugin leads the person: to a case, to one of its panels beside a case, or to its app. Only to pages of the
 * service; null for a record that has no page.
 */
export function addressOf({ record, panel }: Navigation, here: Here): string | null {
  const target = record ?? (panel === null ? null : here.record);
  if (target === null) return panel === null ? `/apps/${encodeURIComponent(here.installationId)}` : null;
  if (target.type !== 'case') return null;
  const address = `/cases/${encodeURIComponent(target.id)}`;
  return panel === null ? address : `${address}#${panelHash(here.installationId, panel)}`;
}
