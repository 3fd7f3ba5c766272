import {
  containerPageOrigin,
  type InstallationStatus,
  type PageDomain,
  type PageSurface,
  type PluginPages,
} from '@kushk/contracts';
import { refuse, unreachable, type Refused } from '@kushk/decider';
import { normalBaseUrl, type Manifest, type Texts } from '@kushk/manifest';
import type { InstallationRow } from './installation.view.js';

/** Refuses the pages of an installation that does not run, or returns null. */
export function refusalOfStatus(status: InstallationStatus): Refused | null {
  switch (status) {
    case 'removed':
      return refuse('installation.not_found');
    case 'suspended':
    case 'paused':
      return refuse(`installation.${status}`);
    case 'pending':
      return refuse('installation.not_ready');
    case 'installed':
    case 'consent_pending':
      return null;
    default:
      return unreachable(status);
  }
}

/**
 * The origin of a plugin's pages: of `base_url` in its manifest, or of its container. Null for an external plugin
 * without pages, before the container has listened, and where the instance has no domain for containers.
 */
export function originOfPages(
  { grants, page_label }: Pick<InstallationRow, 'grants' | 'page_label'>,
  domain: PageDomain,
): string | null {
  return page_label === null ? grants.pageOrigin : containerPageOrigin(page_label, domain);
}

/** The pages that a manifest declares; null for a plugin without pages. A page without names has the plugin's. */
export function pagesOf({
  names,
  ui,
}: Pick<Manifest, 'names' | 'ui'>): Pick<PluginPages, 'names' | 'app' | 'panels'> | null {
  const panels = (ui?.panels ?? []).map((panel) => ({
    key: panel.key,
    names: panel.names ?? names,
    record_type: panel.record_type ?? null,
  }));
  if (ui?.app === undefined && panels.length === 0) return null;
  return { names, app: ui?.app === undefined ? null : { names: ui.app.names ?? names }, panels };
}

/**
 * The URL of a page that the manifest declares, and its names. The parameter `installation_id` tells the plugin's
 * server for whom it renders the page: it knows the service of an installation, and must not take it from the URL.
 */
export function pageAddress(
  { base_url, names, ui }: Pick<Manifest, 'base_url' | 'names' | 'ui'>,
  page: PageSurface,
  installationId: string,
): { readonly url: string; readonly names: Texts } | null {
  const declared = page.surface === 'app' ? ui?.app : ui?.panels?.find(({ key }) => key === page.panel);
  if (declared === undefined || base_url === undefined) return null;
  const url = new URL(normalBaseUrl(base_url) + declared.path);
  url.searchParams.set('installation_id', installationId);
  return { url: url.href, names: declared.names ?? names };
}
