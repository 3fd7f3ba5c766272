import { describe, expect, it } from '@jest/globals';
import { HUB_ROLES, INSTANCE_ROLES } from '@kushk/contracts';
import { allRoutes } from '../../test/all-routes.js';
import type { CallerKind } from '../authentication/caller.js';
import type { AnyRequestType, Route } from './route.js';

/** The callers who can lose a role. A plugin has scopes, and the other kinds have no role. */
const ROLES_BY_KIND: Partial<Record<CallerKind, readonly string[]>> = {
  publisher: ['publisher'],
  publisher_member: ['publisher'],
  staff: HUB_ROLES,
  platform_staff: INSTANCE_ROLES,
  person: ['admin', 'member'],
  purchaser: ['billing', 'admin'],
  signed_in: [],
};
const ROLES = new Set<string>([...HUB_ROLES, ...INSTANCE_ROLES, 'admin', 'member']);
/** They store the streams of callers. */
const SERVICES_WITH_CALLERS = ['catalogue', 'workspace'];

const commands = allRoutes.flatMap((route) =>
  route.callerKind in ROLES_BY_KIND
    ? route.calls
        .filter(({ subject }) => subject.startsWith('cmd.'))
        .map((command) => [`${route.method} ${route.path}: ${command.subject}`, { route, command }] as const)
    : [],
);

/** The roles of which the route requires one. */
function rolesOf({ requires, callerKind }: Route): readonly string[] {
  const named = requires?.description.split(/\W+/).filter((word) => ROLES.has(word)) ?? [];
  return named.length > 0 ? named : ROLES_BY_KIND[callerKind]!;
}

const policyOf = ({ requires }: AnyRequestType) =>
  requires === undefined || requires.checkedBy === 'none' ? null : requires;

describe('every command of a route for people, staff or publishers', () => {
  it.each(commands)(
    'states the role that it requires when it is decided, or why none: %s',
    (_name, { route, command }) => {
      expect(command.requires).toBeDefined();
      const roles = policyOf(command)?.roles ?? [...rolesOf(route)];
      expect(roles).toEqual(expect.arrayContaining([...rolesOf(route)]));
    },
  );

  it.each(commands)('checks it in the decision where the caller is stored: %s', (_name, { command }) => {
    const policy = policyOf(command);
    if (policy === null) return;
    expect(policy.checkedBy).toBe(SERVICES_WITH_CALLERS.includes(command.service) ? 'decision' : 'gateway');
  });
});
