/** Mistakes that every part of the service accepts, so that one part of the plugin never works. */
import type { JsonObject } from '@kushk/contracts';
import { normalBaseUrl } from './base-url.js';
import { isObject, listOf, memberOf, objectsIn } from './json.js';
import type { Finding } from './problem.js';
import { isSameSite } from './site.js';
import { isCompatible, NEWEST_PLUGIN_API } from './version.js';

/** The platform record whose page shows the panels of plugins. */
const RECORD_WITH_PANELS = 'case';

/** Lists of the manifest whose entries people tell apart by their names. */
const NAMED_LISTS = ['records', 'services', 'plans'] as const;

/** `serviceOrigins`: the addresses of the service, as far as the caller knows them. */
export function silentMistakes(manifest: JsonObject, serviceOrigins: readonly string[] = []): Finding[] {
  return [
    ...addressFindings(manifest, serviceOrigins),
    ...unusedAddress(manifest),
    ...repeatedNames(manifest),
    ...panelFindings(manifest),
    ...missingPlans(manifest),
    ...missingRates(manifest),
  ];
}

/** Whether this library knows a service that offers the `plugin_api` of the manifest. */
export function pluginApiFindings(manifest: JsonObject): Finding[] {
  const wanted = memberOf(manifest, 'plugin_api');
  const isMalformed = typeof wanted !== 'string' || !isCompatible(wanted, wanted);
  if (isMalformed || isCompatible(wanted, NEWEST_PLUGIN_API)) return [];
  return [UNSUPPORTED_PLUGIN_API];
}

export const UNSUPPORTED_PLUGIN_API: Finding = {
  path: '/plugin_api',
  code: 'plugin_api_unsupported',
  params: { newest: NEWEST_PLUGIN_API },
};

function addressFindings(manifest: JsonObject, serviceOrigins: readonly string[]): Finding[] {
  const address = memberOf(manifest, 'base_url');
  if (typeof address !== 'string' || !URL.canParse(address)) return [];
  const { hostname } = new URL(address);
  const shared = serviceOrigins.map((origin) => new URL(origin).hostname).find((host) => isSameSite(host, hostname));
  return [
    ...servicePathFindings(normalBaseUrl(address)),
    ...(shared === undefined || !hasPages(manifest)
      ? []
      : [{ path: '/base_url', code: 'page_same_site', params: { host: shared } } as const]),
  ];
}

/** Events of a plugin that polls do not come to its address: only tools and pages need one. */
function unusedAddress(manifest: JsonObject): Finding[] {
  const isUnused =
    memberOf(manifest, 'delivery') === 'poll' &&
    memberOf(manifest, 'base_url') !== undefined &&
    listOf(memberOf(manifest, 'tools')).length === 0 &&
    !hasPages(manifest);
  return isUnused ? [{ path: '/base_url', code: 'base_url_unused' }] : [];
}

/** People see two things of the same name, and cannot tell which one they choose. */
function repeatedNames(manifest: JsonObject): Finding[] {
  return NAMED_LISTS.flatMap((list) => {
    const seen = new Set<string>();
    return objectsIn(memberOf(manifest, list)).flatMap(([index, entry]): Finding[] => {
      const names = memberOf(entry, 'names');
      return Object.entries(isObject(names) ? names : {}).flatMap(([language, name]): Finding[] => {
        if (typeof name !== 'string') return [];
        const key = `${language} ${name.trim()}`;
        if (seen.has(key)) return [{ path: `/${list}/${index}/names/${language}`, code: 'name_repeated' }];
        seen.add(key);
        return [];
      });
    });
  });
}

function servicePathFindings(address: string): Finding[] {
  const without = /^(.+)\/service$/.exec(address)?.[1];
  if (without === undefined) return [];
  const params = { address: `${address}/service/lifecycle`, without };
  return [{ path: '/base_url', code: 'base_url_service_path', params }];
}

export function hasPages(manifest: JsonObject): boolean {
  const ui = memberOf(manifest, 'ui');
  return isObject(ui) && (memberOf(ui, 'app') !== undefined || listOf(memberOf(ui, 'panels')).length > 0);
}

function panelFindings(manifest: JsonObject): Finding[] {
  const ui = memberOf(manifest, 'ui');
  return objectsIn(isObject(ui) ? memberOf(ui, 'panels') : []).flatMap(([index, panel]): Finding[] => {
    const type = memberOf(panel, 'record_type');
    if (typeof type !== 'string' || type === RECORD_WITH_PANELS) return [];
    return [{ path: `/ui/panels/${index}/record_type`, code: 'panel_never_shown' }];
  });
}

function missingPlans(manifest: JsonObject): Finding[] {
  const [first] = objectsIn(memberOf(manifest, 'services'));
  if (first === undefined || listOf(memberOf(manifest, 'plans')).length > 0) return [];
  const key = memberOf(first[1], 'key');
  return [{ path: '/plans', code: 'plan_missing', params: { service: typeof key === 'string' ? key : 'KEY' } }];
}

function missingRates(manifest: JsonObject): Finding[] {
  const services = objectsIn(memberOf(manifest, 'services')).map(([, service]) => memberOf(service, 'key'));
  const declared = services.filter((key) => typeof key === 'string');
  return objectsIn(memberOf(manifest, 'plans')).flatMap(([index, plan]) => {
    const rates = memberOf(plan, 'rates');
    if (!isObject(rates)) return [];
    return declared
      .filter((service) => memberOf(rates, service) === undefined)
      .map((service): Finding => ({ path: `/plans/${index}/rates`, code: 'rate_missing', params: { service } }));
  });
}
