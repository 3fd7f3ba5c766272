import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusAndCode } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

let hub: HubHarness;

beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub.stop());

const listed = async () => (await hub.staff('/operator/v1/staff')).json['items'] as { id: string; subject: string }[];
const idOf = async (subject: string) => (await listed()).find((member) => member.subject === subject)!.id;

describe('the staff of the hub', () => {
  it('starts with the operator of the configuration, who adds the others', async () => {
    const added = await hub.staff('/operator/v1/staff', {
      json: { subject: 'bahar', name: 'بهار', roles: ['billing'] },
    });
    expect([added.status, added.json]).toEqual([
      201,
      { id: expect.stringMatching(/^stf_/), subject: 'bahar', name: 'بهار', roles: ['billing'] },
    ]);
    expect(added.headers['location']).toBe(`/operator/v1/staff/${String(added.json['id'])}`);
    const again = await hub.staff('/operator/v1/staff', { json: { subject: 'bahar', name: 'x', roles: [] } });
    expect([statusAndCode(again), again.json['params']]).toEqual(['409 staff.exists', { id: added.json['id'] }]);
    expect((await listed()).map(({ subject }) => subject).sort()).toEqual(['bahar', 'olga', 'rita', 'sam']);
  });

  it('has its new roles with the next request on every gateway', async () => {
    const id = await idOf('sam');
    const everywhere = await Promise.all(hub.ports.map((_, gateway) => hub.as('sam', gateway)));
    const publish = (client: (typeof everywhere)[number]) =>
      client('/operator/v1/publishers', { json: { id: 'Not An Id', name: 'x' } });
    const change = (json: object) => hub.staff(`/operator/v1/staff/${id}`, { method: 'PATCH', json });
    for (const sam of everywhere) expect(statusAndCode(await publish(sam))).toBe('403 auth.role_missing');
    expect((await change({ roles: ['operator'] })).json).toMatchObject({ name: 'sam', roles: ['operator'] });
    for (const sam of everywhere) expect(statusAndCode(await publish(sam))).toBe('422 request.invalid');
    await change({ roles: [] });
    for (const sam of everywhere) expect(statusAndCode(await sam('/operator/v1/staff'))).toBe('403 auth.role_missing');
    await change({ roles: ['reviewer'] });
    for (const sam of everywhere) expect((await sam('/operator/v1/staff')).status).toBe(200);
    expect((await hub.staff(`/operator/v1/staff/${id}`, { method: 'DELETE' })).status).toBe(204);
    for (const sam of everywhere) expect(statusAndCode(await sam('/operator/v1/staff'))).toBe('403 auth.role_missing');
    expect(statusAndCode(await change({ roles: ['reviewer'] }))).toBe('404 staff.not_found');
  });

  it('is changed only by operators and always has one', async () => {
    const rita = await hub.as('rita');
    const body = { subject: 'rita2', name: 'Rita', roles: ['operator'] };
    expect(statusAndCode(await rita('/operator/v1/staff', { json: body }))).toBe('403 auth.role_missing');
    expect(statusAndCode(await hub.staff('/operator/v1/staff', { json: { ...body, roles: ['root'] } }))).toBe(
      '422 request.invalid',
    );
    const path = `/operator/v1/staff/${await idOf('olga')}`;
    for (const refused of [
      await hub.staff(path, { method: 'DELETE' }),
      await hub.staff(path, { method: 'PATCH', json: { roles: ['billing'] } }),
    ])
      expect([statusAndCode(refused), refused.json['params']]).toEqual([
        '409 staff.last_of_role',
        { role: 'operator' },
      ]);
  });
});
