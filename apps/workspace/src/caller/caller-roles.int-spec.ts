/** Commands whose caller lost the role after the gateway had authenticated the request. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  workspace,
  workspaceRecords,
  workspaceRules,
  type Actor,
  type PersonResource,
  type RequestType,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { staffIdOf } from '@kushk/staff';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { DataSource } from 'typeorm';
import { createCompany, type Company } from '../../test/example-company.js';
import { personStream } from '../person/person.js';
import { WorkspaceModule } from '../workspace.module.js';

/** Sends a request as a caller, and returns the code of its outcome. */
type Send = (actor: Actor) => Promise<string>;

const issuer = 'https://sign-in';
let service: ServiceUnderTest;
/** A second process of the service. It answers about half of the requests. */
let second: ServiceUnderTest;
let company: Company;
let omid: PersonResource;
let subjects = 0;

const bySara = () => ({ organisation_id: company.organisation_id, by: company.admin.id });
const actorOf = ({ id, role, name }: PersonResource): Actor => {
  return { kind: 'person', person_id: id, organisation_id: company.organisation_id, role, name };
};
const addAdmin = () => {
  const subject = `admin-${(subjects += 1)}`;
  return service.reply(workspace.addPerson, { ...bySara(), issuer, subject, name: 'امید', role: 'admin' });
};
const demote = ({ id }: PersonResource) =>
  service.reply(workspace.changePerson, { ...bySara(), person_id: id, name: null, role: 'member' });
const remove = ({ id }: PersonResource) => service.reply(workspace.removePerson, { ...bySara(), person_id: id });
const held =
  <Request>(type: RequestType<Request, unknown>, request: Request): Send =>
  (actor) =>
    service.outcomeCode(type, request, actor);
const factCount = async (): Promise<number> => {
  const [facts] = await service.app.get(DataSource).query<{ count: number }[]>('select count(*)::int from log_events');
  return facts!.count;
};

beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule, { KUSHK_FIRST_PLATFORM_ADMIN: 'niloufar' });
  second = await startService('workspace', WorkspaceModule, {
    KUSHK_DATABASE_URL: service.databaseUrl,
    KUSHK_SCOPE: service.scope,
  });
  company = await createCompany(service);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});
beforeEach(async () => {
  omid = await addAdmin();
});

function adminCommands(): readonly Send[] {
  const by = { organisation_id: company.organisation_id, by: omid.id };
  const { id: person_id } = company.member;
  return [
    held(workspace.addPerson, { ...by, issuer, subject: 'new', name: 'New', role: 'admin' }),
    held(workspace.changePerson, { ...by, person_id: omid.id, name: null, role: 'admin' }),
    held(workspace.removePerson, { ...by, person_id }),
    held(workspaceRules.makeRule, { ...by, plugin_id: null, record_type: 'calendar_event', actions: ['create'] }),
    held(workspaceRules.revokeRule, { ...by, rule_id: 'rul_1' }),
  ];
}

function platformCommands(): readonly Send[] {
  const by = 'omid';
  const id = staffIdOf('omid');
  const admin = { issuer, subject: 'new', name: 'New' };
  const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
  return [
    held(workspace.createOrganisation, { name: 'New', locale, admin }),
    held(workspace.addStaff, { subject: 'new', name: 'New', roles: ['platform_admin'], by }),
    held(workspace.changeStaff, { id, name: null, roles: ['platform_admin'], by }),
    held(workspace.removeStaff, { id: staffIdOf('niloufar'), by }),
  ];
}

describe('a command of a caller who lost the role meanwhile', () => {
  it.each([
    ['demoted', demote],
    ['removed', remove],
  ] as const)('is refused and stores nothing: an admin who was %s', async (_how, end) => {
    await end(omid);
    const before = await factCount();
    for (const send of adminCommands()) expect(await send(actorOf(omid))).toBe('auth.role_missing');
    expect(await factCount()).toBe(before);
  });

  it('is refused and stores nothing: a member who was removed', async () => {
    const create = held(workspaceRecords.createCase, {
      organisation_id: company.organisation_id,
      by: omid.id,
      fields: { title: 'Late' },
    });
    await demote(omid);
    expect(await create(actorOf(omid))).toBe('accepted');
    await remove(omid);
    const before = await factCount();
    expect(await create(actorOf(omid))).toBe('auth.role_missing');
    expect(await factCount()).toBe(before);
  });

  it('is refused and stores nothing: a platform admin without the role', async () => {
    const asOmid: Actor = { kind: 'staff', subject: 'omid', roles: ['platform_admin'], name: 'امید' };
    const hired = { subject: 'omid', name: 'امید', roles: ['platform_admin'] as const, by: 'niloufar' };
    const { id } = await service.reply(workspace.addStaff, hired);
    await service.reply(workspace.changeStaff, { id, name: null, roles: ['billing'], by: 'niloufar' });
    const before = await factCount();
    for (const send of platformCommands()) expect(await send(asOmid)).toBe('auth.role_missing');
    expect(await factCount()).toBe(before);
  });

  // Each attempt races a command with the end of the right, on both processes. The log shows which was first.
  it('is accepted only before the fact that ends the role', async () => {
    const events = service.app.get(EventStore);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const admin = await addAdmin();
      const { organisation_id } = company;
      const add = () => {
        const request = { organisation_id, issuer, subject: `late-${(subjects += 1)}`, name: 'Late', by: admin.id };
        return service.request(workspace.addPerson, { ...request, role: 'member' }, actorOf(admin));
      };
      const [, ...raced] = await Promise.all([demote(admin), add(), add(), add(), add()]);
      const ended = (await events.history(streamRef(personStream, admin.id))).at(-1)!;
      expect(ended.type).toBe('PersonChanged');
      for (const outcome of [...raced, await add()]) {
        if (!outcome.accepted) {
          expect(outcome.refusal.code).toBe('auth.role_missing');
          continue;
        }
        const [added] = await events.history(streamRef(personStream, outcome.reply.id));
        expect(added!.position).toBeLessThan(ended.position);
      }
    }
  });
});
