/** Rights that end while a request is under way: its head arrived before, its body arrives after. */
import { nameOf, subjectOf } from '../../../run/sign-in/accounts.js';
import { expectSeen, type Attack } from './attack.js';
import { call, held, verdictOf, type HeldRequest } from './http.js';
import type { ProductionSystem } from './production-system.js';

/** Longer than an authentication counts, and shorter than a body may take. */
const heldMs = 1_000;
const noRole = '403 auth.role_missing';
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a request whose caller loses the right to it, which is confirmed, before its body arrives. */
function heldWhile(request: HeldRequest, end: () => Promise<unknown>): Promise<string> {
  return held(request, async () => {
    // The gateway reads the head meanwhile.
    await pause(heldMs / 2);
    await end();
    await pause(heldMs / 2);
  });
}

async function personOf({ instance, tokens }: ProductionSystem, username: 'member2'): Promise<string> {
  const { json } = await call('GET', `${instance}/instance/v1/me`, { token: tokens[username] });
  return String((json['person'] as { id?: unknown } | undefined)?.id);
}

const removedAdmin: Attack = {
  name: 'an admin who is demoted or removed completes no request that was begun before, and is none again',
  plantedDefect: 'roles-of-the-head',
  run: async (system) => {
    const { instance, tokens } = system;
    const people = `${instance}/instance/v1/people`;
    const id = await personOf(system, 'member2');
    const change = (role: string) => call('PATCH', `${people}/${id}`, { token: tokens.admin, body: { role } });
    const own = { address: `${people}/${id}`, token: tokens.member2 };
    await change('admin');
    const demoted = await heldWhile({ ...own, method: 'PATCH', body: { role: 'admin' } }, () => change('member'));
    const me = await call('GET', `${instance}/instance/v1/me`, { token: tokens.member2 });
    const afterDemotion = (me.json['person'] as { readonly role?: string } | undefined)?.role;
    await change('admin');
    const again = { subject: subjectOf('member2'), name: nameOf('member2'), role: 'admin' };
    const removed = await heldWhile({ method: 'POST', address: people, token: tokens.member2, body: again }, () =>
      call('DELETE', `${people}/${id}`, { token: tokens.admin }),
    );
    const afterRemoval = await verdictOf('GET', `${instance}/instance/v1/me`, { token: tokens.member2 });
    await call('POST', people, { token: tokens.admin, body: { ...again, role: 'member' } });
    return expectSeen(
      { demoted, afterDemotion, removed, afterRemoval },
      { demoted: noRole, afterDemotion: 'member', removed: noRole, afterRemoval: noRole },
    );
  },
};

const demotedOperator: Attack = {
  name: 'an operator who is demoted completes no request that was begun before',
  plantedDefect: 'roles-of-the-head',
  run: async ({ hub, tokens }) => {
    const staff = `${hub}/operator/v1/staff`;
    const { json } = await call('GET', staff, { token: tokens.operator });
    const items = json['items'] as readonly { readonly id: string; readonly subject: string }[];
    const address = `${staff}/${items.find(({ subject }) => subject === subjectOf('reviewer'))?.id}`;
    const change = (roles: readonly string[]) => call('PATCH', address, { token: tokens.operator, body: { roles } });
    await change(['reviewer', 'operator']);
    const body = { roles: ['reviewer', 'operator'] };
    const request = { method: 'PATCH', address, token: tokens.reviewer, body };
    const demoted = await heldWhile(request, () => change(['reviewer']));
    const after = await verdictOf('POST', `${hub}/operator/v1/publishers`, {
      token: tokens.reviewer,
      body: { id: 'of-the-demoted', name: 'x' },
    });
    await change(['reviewer']);
    return expectSeen({ demoted, after }, noRole);
  },
};

export const rightAttacks: readonly Attack[] = [removedAdmin, demotedOperator];
