/** What a plugin may do at this moment: status of its installation, granted scopes, and what a handle narrows. */
import { Refused } from '@kushk/edge';
import type { Permission, PluginCaller } from '../authentication/caller.js';

type Scope = string | { readonly anyOf: string };

/**
 * `handle`: whether a page's handle reaches the route without the token (contract §8, Handles).
 * `writes`: read-only handles are refused.
 * `whateverStatus`: answers although the installation is paused or suspended. Only what says nothing of the
 * installation does: its calls and its token stop, and the refusal itself says why (contract §5).
 */
export interface PluginRule {
  readonly scope?: Scope;
  readonly handle?: boolean;
  readonly writes?: boolean;
  readonly whateverStatus?: boolean;
}

/** Checks, in this order: status of the installation, reach of a handle, scope. */
export function plugin(rule: PluginRule): Permission<PluginCaller> {
  return {
    says: saying(rule),
    check: (caller) => {
      checkStatus(caller, rule.whateverStatus === true);
      if (caller.behalf?.alone === true && rule.handle !== true) throw Refused.with('auth.handle_not_accepted');
      if (caller.behalf?.readOnly === true && rule.writes === true) throw Refused.with('auth.handle_read_only');
      if (rule.scope !== undefined) checkScope(caller, rule.scope);
    },
  };
}

/** The scope must be granted: `installation.scope_pending` where it waits for consent, else `auth.scope_missing`. */
export function checkScope({ installation }: PluginCaller, scope: Scope): void {
  const fits = (granted: string) => (typeof scope === 'string' ? granted === scope : granted.startsWith(scope.anyOf));
  if (installation.scopes.some(fits)) return;
  const name = typeof scope === 'string' ? scope : `${scope.anyOf}*`;
  throw Refused.with(installation.scopes_pending.some(fits) ? 'installation.scope_pending' : 'auth.scope_missing', {
    scope: name,
  });
}

function checkStatus({ installation }: PluginCaller, allowStopped: boolean): void {
  switch (installation.status) {
    case 'removed':
      throw Refused.with('auth.token_invalid');
    case 'suspended':
    case 'paused':
      if (allowStopped) return;
      throw Refused.with(`installation.${installation.status}`);
    case 'pending':
    case 'installed':
    case 'consent_pending':
      return;
  }
}

function saying({ scope, handle, writes }: PluginRule): string {
  const who = handle === true ? 'installation token or handle' : 'installation token';
  const needed = scope === undefined ? '' : `, scope ${typeof scope === 'string' ? scope : `${scope.anyOf}*`}`;
  return `${who}${needed}${writes === true ? ', not by a read-only handle' : ''}`;
}
