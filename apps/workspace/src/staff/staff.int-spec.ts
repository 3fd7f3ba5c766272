import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspace } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { FirstAppointment, staffIdOf, staffStream } from '@kushk/staff';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { WorkspaceModule } from '../workspace.module.js';

let service: ServiceUnderTest;
const identity = (subject: string) => ({ issuer: 'https://sign-in', subject });
const rolesOf = async (subject: string) =>
  (await service.reply(workspace.authenticateStaff, identity(subject))).roles as readonly string[];

beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule, { KUSHK_FIRST_PLATFORM_ADMIN: 'niloufar' });
});
afterAll(() => service.stop());

describe('the platform staff', () => {
  it('starts with the platform administrator of the configuration', async () => {
    expect(await rolesOf('niloufar')).toEqual(['platform_admin']);
    expect(await service.outcomeCode(workspace.authenticateStaff, identity('mallory'))).toBe('auth.role_missing');
  });

  it('keeps every change with who made it, and a restart does not undo the removal of the first one', async () => {
    const { id } = await service.reply(workspace.addStaff, {
      subject: 'omid',
      name: 'امید',
      roles: ['platform_admin'],
      by: 'niloufar',
    });
    expect(await rolesOf('omid')).toEqual(['platform_admin']);
    await service.reply(workspace.changeStaff, { id, name: null, roles: ['platform_admin', 'billing'], by: 'omid' });
    await service.reply(workspace.removeStaff, { id: staffIdOf('niloufar'), by: 'omid' });
    await service.app.get(FirstAppointment).onApplicationBootstrap();
    expect(await service.outcomeCode(workspace.authenticateStaff, identity('niloufar'))).toBe('auth.role_missing');
    expect(await service.reply(workspace.listStaff, { limit: 50, cursor: null })).toEqual({
      items: [{ id, subject: 'omid', name: 'امید', roles: ['platform_admin', 'billing'] }],
      next_cursor: null,
    });
    const facts = await service.app.get(EventStore).history(streamRef(staffStream, staffIdOf('niloufar')));
    expect(facts.map(({ type, data }) => [type, data.by])).toEqual([
      ['StaffAdded', null],
      ['StaffRemoved', 'omid'],
    ]);
    expect(await service.outcomeCode(workspace.removeStaff, { id, by: 'omid' })).toBe('staff.last_of_role');
  });
});
