/** What a publisher key may do. Every operation of the publisher API requires one of the scopes. */
import type { KeyScope } from '@kushk/contracts';
import { Refused, type KnownCode } from '@kushk/edge';
import type { Policy, PublisherCaller, PublisherMemberCaller } from '../authentication/caller.js';

/** The portal has the same routes for the people of a publisher (`portalRoutes`), who have all scopes. */
export type ForPublisher = PublisherCaller | PublisherMemberCaller;

/** The only plugin that the caller can reach; null for all plugins of the publisher. */
export function onlyPlugin(caller: ForPublisher): string | null {
  return 'key' in caller ? caller.key.plugin_id : null;
}

/**
 * Requires this scope of a key. A plugin in the path that the key cannot reach is rejected as one that does not exist,
 * without a lookup. `whole`: the resource covers all plugins of the publisher, so a key of one plugin is rejected with
 * this code.
 */
export function keyScope(scope: KeyScope, { whole }: { readonly whole?: KnownCode } = {}): Policy<ForPublisher> {
  return {
    description: `scope ${scope}`,
    codes: ['auth.scope_missing', ...(whole === undefined ? [] : [whole])],
    check: (caller, params) => {
      if ('key' in caller && !caller.key.scopes.includes(scope)) throw Refused.with('auth.scope_missing', { scope });
      const only = onlyPlugin(caller);
      if (only === null) return;
      if (whole !== undefined) throw Refused.with(whole);
      const { plugin_id, version } = params;
      if (plugin_id === undefined || plugin_id === only) return;
      if (version === undefined) throw Refused.with('catalogue.plugin_not_found', { plugin_id });
      throw Refused.with('catalogue.release_not_found', { plugin_id, version });
    },
  };
}

function rejectOtherPlugin(only: string, plugin_id: string): void {
  if (plugin_id !== only) throw Refused.with('catalogue.plugin_not_found', { plugin_id });
}

/** The plugin by which a list is filtered: the one that is requested, or the only one of the key. */
export function requestedPlugin(caller: ForPublisher, requested: string | null): string | null {
  const only = onlyPlugin(caller);
  if (only !== null && requested !== null) rejectOtherPlugin(only, requested);
  return only ?? requested;
}

/** Rejects a manifest of another plugin. The catalogue checks a manifest without an id. */
export function checkManifestPlugin(caller: ForPublisher, manifest: unknown): void {
  const only = onlyPlugin(caller);
  if (only === null || typeof manifest !== 'object' || manifest === null) return;
  const { id } = manifest as { readonly id?: unknown };
  if (typeof id === 'string') rejectOtherPlugin(only, id);
}
