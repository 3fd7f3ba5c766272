/**
 * Decides what a plugin may do now, from the status of its installation, its granted scopes, and the restrictions of
 * a handle.
 */
import { Refused, type KnownCode } from '@kushk/edge';
import type { OnBehalfOf, Policy, PluginCaller } from '../authentication/caller.js';

/** One scope, or any scope that begins with `anyOf`, or one of several. */
type Scope = string | { readonly anyOf: string } | readonly string[];

/**
 * `handle`: what a request for a person may use (docs/reference/wire-formats.md, Handles): `true` accepts a
 * `Service-Handle` beside the installation token, and a page's handle alone; `'with_token'` only the former, and
 * `'required'` rejects a request without it. Without the option, the route rejects every request with a handle.
 * `writes`: the route rejects read-only handles.
 * `anyStatus`: the route responds even if the installation is paused or suspended. Only a route that reveals nothing
 * about the installation may set it. All other routes reject the request with an error that contains the status
 * (docs/reference/installations.md).
 */
export interface PluginPolicyOptions {
  readonly scope?: Scope;
  readonly handle?: true | 'with_token' | 'required';
  readonly writes?: boolean;
  readonly anyStatus?: boolean;
}

/** Checks, in this order: the status of the installation, whether a handle is accepted, and the scope. */
export function pluginPolicy(rule: PluginPolicyOptions): Policy<PluginCaller> {
  return {
    description: describePolicy(rule),
    codes: codesOf(rule),
    acceptsHandle: rule.handle !== undefined,
    check: (caller) => {
      checkStatus(caller, rule.anyStatus === true);
      if (caller.onBehalfOf !== null) checkHandle(caller.onBehalfOf, rule);
      else if (rule.handle === 'required') throw Refused.with('auth.handle_required');
      if (rule.scope !== undefined) checkScope(caller, rule.scope);
    },
  };
}

function checkHandle({ handleOnly, readOnly }: OnBehalfOf, { handle, writes }: PluginPolicyOptions): void {
  const isAccepted = handle === true || (handle !== undefined && !handleOnly);
  if (!isAccepted) throw Refused.with('auth.handle_not_accepted');
  if (readOnly && writes === true) throw Refused.with('auth.handle_read_only');
}

/**
 * Throws `installation.scope_pending` when the scope awaits consent, and `auth.scope_missing` when it is not granted.
 */
export function checkScope({ installation }: PluginCaller, scope: Scope): void {
  const matches = (granted: string) =>
    typeof scope === 'string'
      ? granted === scope
      : 'anyOf' in scope
        ? granted.startsWith(scope.anyOf)
        : scope.includes(granted);
  if (installation.scopes.some(matches)) return;
  throw Refused.with(installation.scopes_pending.some(matches) ? 'installation.scope_pending' : 'auth.scope_missing', {
    scope: nameOf(scope),
  });
}

function nameOf(scope: Scope): string {
  if (typeof scope === 'string') return scope;
  return 'anyOf' in scope ? `${scope.anyOf}*` : scope.join(' or ');
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

/** The codes with which the policy rejects. Rejecting a removed installation is the same as an invalid token. */
function codesOf({ scope, handle, writes, anyStatus }: PluginPolicyOptions): readonly KnownCode[] {
  return [
    'auth.token_invalid',
    ...(anyStatus === true ? [] : (['installation.suspended', 'installation.paused'] as const)),
    ...(handle === true ? [] : (['auth.handle_not_accepted'] as const)),
    ...(handle === 'required' ? (['auth.handle_required'] as const) : []),
    ...(writes === true && handle !== undefined ? (['auth.handle_read_only'] as const) : []),
    ...(scope === undefined ? [] : (['installation.scope_pending', 'auth.scope_missing'] as const)),
  ];
}

const ACCEPTED_CREDENTIALS = {
  none: 'installation token',
  with_token: 'installation token, also with a handle',
  required: 'installation token with a handle',
  alone: 'installation token, also with a handle; or the handle of a page',
};

function describePolicy({ scope, handle, writes }: PluginPolicyOptions): string {
  const who = ACCEPTED_CREDENTIALS[handle === true ? 'alone' : (handle ?? 'none')];
  const needed = scope === undefined ? '' : `, scope ${nameOf(scope)}`;
  return `${who}${needed}${writes === true && handle !== undefined ? ', not by a read-only handle' : ''}`;
}
