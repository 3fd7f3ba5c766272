/** Rights that end while a request is under way: its head arrived before, its body arrives after. */
import { setTimeout as pause } from 'node:timers/promises';
import { nameOf, subjectOf } from '../../../run/sign-in/accounts.js';
import { expectSeen, type Attack } from './attack.js';
import { call, held, newKey, verdictOf, type HeldRequest } from './http.js';
import { charging, keepingNotes, newManifest, purchase } from './parties.js';
import type { ProductionSystem } from './production-system.js';

/** Longer than an authentication counts, and shorter than a body may take. */
const heldMs = 1_000;
const pollSeconds = 8;
const noRole = '403 auth.role_missing';

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

const revokedKey: Attack = {
  name: 'a key that is revoked submits no release that was begun before',
  plantedDefect: 'rights-of-the-head',
  run: async ({ hub, tokens }) => {
    const keys = `${hub}/operator/v1/publishers/acme/keys`;
    const { json } = await call('POST', keys, { token: tokens.operator, body: { label: 'revoked' } });
    const { secret, key } = json as { readonly secret: string; readonly key: { readonly id: string } };
    const address = `${hub}/developer/v1/releases`;
    const submission = await heldWhile(
      { method: 'POST', address, token: secret, body: { manifest: newManifest() } },
      () => call('DELETE', `${keys}/${key.id}`, { token: tokens.operator }),
    );
    return expectSeen({ submission }, '401 auth.publisher_key_invalid');
  },
};

const pausedPlugin: Attack = {
  name: 'a plugin that is paused or removed completes no record, charge or proposal that was begun before',
  plantedDefect: 'rights-of-the-head',
  run: async (system) => {
    const manifest = newManifest({
      ...{ ...charging, ...keepingNotes },
      scopes: { ...charging.scopes, ...keepingNotes.scopes, 'proposals.case': 'Proposes.' },
      proposals: [{ record_type: 'case', actions: ['create'] }],
    });
    await system.publish(manifest);
    const { api, token, address } = await system.install(manifest, { plan: 'basic' });
    await purchase(system, { id: address.slice(address.lastIndexOf('/') + 1) }, '5');
    const administer = (method: string, path = '') =>
      call(method, `${address}${path}`, { token: system.tokens.admin, ...(path !== '' && { body: {} }) });
    const charge = { method: 'POST', address: `${api}/wallet/consume`, token, headers: newKey() };
    const note = { method: 'PUT', address: `${api}/records/note/a`, token, body: { data: { late: 1 } } };
    const proposal = {
      external_id: 'late',
      record_type: 'case',
      action: 'create',
      changes: { title: 'late' },
      summary: 'x',
    };
    const record = await heldWhile(note, () => administer('POST', '/pause'));
    await administer('POST', '/resume');
    const charged = await heldWhile({ ...charge, body: { service: 'page', count: 1 } }, () =>
      administer('POST', '/pause'),
    );
    await administer('POST', '/resume');
    const { json } = await administer('GET', '/wallet');
    const proposed = await heldWhile({ method: 'POST', address: `${api}/proposals`, token, body: proposal }, () =>
      administer('DELETE'),
    );
    const paused = '403 installation.paused';
    return expectSeen(
      { record, charged, available: Number(json['available']), proposed },
      { record: paused, charged: paused, available: 5, proposed: '401 auth.token_invalid' },
    );
  },
};

const longPoll: Attack = {
  name: 'a long poll whose token was rotated away gets none of what happens afterwards',
  plantedDefect: 'rights-of-the-head',
  run: async (system) => {
    const manifest = newManifest({ ...keepingNotes, events: ['plugin.settings.changed'] });
    await system.publish(manifest);
    const { api, token, address } = await system.install(manifest);
    const { json } = await call('GET', `${api}/events`, { token });
    const after = String(json['next_after'] ?? '');
    const polled = verdictOf('GET', `${api}/events?wait=${pollSeconds}&after=${encodeURIComponent(after)}`, { token });
    await pause(heldMs);
    await call('POST', `${api}/installation/rotate`, { token, body: { what: 'token', overlap_seconds: 0 } });
    await call('PUT', `${address}/settings`, { token: system.tokens.admin, body: { settings: {} } });
    return expectSeen(
      { poll: await polled, fresh: await verdictOf('GET', `${api}/events`, { token }) },
      '401 auth.token_invalid',
    );
  },
};

export const rightAttacks: readonly Attack[] = [removedAdmin, demotedOperator, revokedKey, pausedPlugin, longPoll];
