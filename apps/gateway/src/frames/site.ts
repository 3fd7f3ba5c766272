/**
 * The domain of the pages of container plugins. Pages of one site share cookies and can act together, so a plugin's
 * page must never be on the service's site (docs/reference/bridge.md, Origins).
 */
import { isSameSite } from '@kushk/manifest';
import { ConfigError, log, type Config } from '@kushk/runtime';

/** The label of an installation's host below `pluginDomain`; any label has the same site. */
const ANY_LABEL = 'label';

/**
 * Throws `ConfigError` when the pages of container plugins would be on the service's site, and warns when they are on
 * the same site as each other.
 */
export function checkPluginDomain(config: Pick<Config, 'role' | 'pluginDomain' | 'serviceOrigin'>): void {
  // A hub has no service origin, and reading one that is not set throws.
  if (config.role !== 'instance' || config.pluginDomain === '') return;
  if (isSameSite(`${ANY_LABEL}.${config.pluginDomain}`, new URL(config.serviceOrigin).hostname))
    throw new ConfigError(
      'KUSHK_PLUGIN_DOMAIN must not share its registrable domain with KUSHK_SERVICE_ORIGIN; ' +
        'use another domain, and add it to the Public Suffix List',
    );
  if (letsPluginsShareCookies(config.pluginDomain))
    log.warn('KUSHK_PLUGIN_DOMAIN is not on the Public Suffix List: plugins can set cookies for each other');
}

/**
 * Whether a script of one plugin can set cookies for the pages of all: browsers refuse that only below a domain on the
 * Public Suffix List. The gateway removes `Domain` from the cookies of responses, and does not see those of scripts.
 */
export function letsPluginsShareCookies(pluginDomain: string): boolean {
  return pluginDomain !== '' && isSameSite(`one.${pluginDomain}`, `another.${pluginDomain}`);
}
