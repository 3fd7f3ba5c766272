/** Commands whose caller lost the role after the gateway had authenticated the request. */
import { describe, expect, it } from '@jest/globals';
import { catalogue, catalogueMembers, type Actor, type RequestType } from '@kushk/contracts';
import { staffIdOf } from '@kushk/staff';
import { DataSource } from 'typeorm';
import { catalogueHarness, manifestOf } from '../../test/catalogue-harness.js';

/** Sends a request as a caller, and returns the code of its outcome. */
type Send = (actor: Actor) => Promise<string>;

const hub = catalogueHarness();
const held =
  <Request>(type: RequestType<Request, unknown>, request: Request): Send =>
  (actor) =>
    hub.service.outcomeCode(type, request, actor);
const factCount = async (): Promise<number> => {
  const database = hub.service.app.get(DataSource);
  const [facts] = await database.query<{ count: number }[]>('select count(*)::int from log_events');
  return facts!.count;
};

async function expectRefused(commands: readonly Send[], actor: Actor): Promise<void> {
  const before = await factCount();
  for (const send of commands) expect(await send(actor)).toBe('auth.role_missing');
  expect(await factCount()).toBe(before);
}

function operatorCommands(): readonly Send[] {
  const by = 'omid';
  const release = { plugin_id: 'ir.acme.published', version: '1.0.0', by };
  return [
    held(catalogue.addPublisher, { id: 'late', name: 'Late' }),
    held(catalogue.issueKey, { publisher_id: 'acme', label: 'Late', expires_at: null }),
    held(catalogue.revokeKey, { publisher_id: 'acme', key_id: hub.keyId('acme') }),
    held(catalogueMembers.addMember, { publisher_id: 'acme', subject: 'late', name: 'Late', by }),
    held(catalogueMembers.removeMember, { publisher_id: 'acme', id: 'mbr_1', by }),
    held(catalogue.registerInstance, { id: 'late', name: 'Late', plugin_api: '1.0' }),
    held(catalogue.rotateInstanceLink, { id: 'late' }),
    held(catalogue.removeInstance, { id: 'late' }),
    held(catalogue.publishRelease, release),
    held(catalogue.suspendRelease, { ...release, reason: 'Late' }),
    held(catalogue.resumeRelease, release),
    held(catalogue.withdrawRelease, { ...release, publisher_id: null, reason: 'Late' }),
    held(catalogue.addStaff, { subject: 'late', name: 'Late', roles: ['operator'], by }),
    held(catalogue.changeStaff, { id: staffIdOf('omid'), name: null, roles: ['operator'], by }),
    held(catalogue.removeStaff, { id: staffIdOf('olga'), by }),
  ];
}

function publisherCommands(): readonly Send[] {
  const submission = { requested_tier: 'verified', notes: null };
  const release = { plugin_id: 'ir.acme.published', version: '1.0.0', by: 'acme' };
  return [
    held(catalogue.submitRelease, {
      publisher_id: 'acme',
      manifest: manifestOf('ir.acme.late', '1.0.0'),
      ...submission,
    }),
    held(catalogue.withdrawRelease, { ...release, publisher_id: 'acme', reason: 'Late' }),
    held(catalogue.revokeKey, { publisher_id: 'acme', key_id: hub.keyId('acme') }),
  ];
}

describe('a command of a caller who lost the role meanwhile', () => {
  it('is refused and stores nothing: an operator who is a reviewer now, and one who left', async () => {
    const asOmid: Actor = { kind: 'staff', subject: 'omid', roles: ['operator'], name: 'Omid' };
    const hired = { subject: 'omid', name: 'Omid', roles: ['operator'] as const, by: 'olga' };
    const { id } = await hub.service.reply(catalogue.addStaff, hired);
    await hub.submit(manifestOf('ir.acme.published', '1.0.0'));
    await hub.service.reply(catalogue.changeStaff, { id, name: null, roles: ['reviewer'], by: 'olga' });
    await expectRefused(operatorCommands(), asOmid);
    await hub.service.reply(catalogue.removeStaff, { id, by: 'olga' });
    await expectRefused(operatorCommands(), asOmid);
  });

  it('is refused and stores nothing: a key that was revoked', async () => {
    const { actor } = hub.asPublisher();
    await hub.service.reply(catalogue.revokeKey, { publisher_id: 'acme', key_id: hub.keyId('acme') });
    await expectRefused(publisherCommands(), actor);
  });

  it('is refused and stores nothing: a member who was removed', async () => {
    const subject = 'dev|sara';
    const by = { publisher_id: 'acme', by: 'olga' };
    const { id } = await hub.service.reply(catalogueMembers.addMember, { ...by, subject, name: 'سارا' });
    await hub.service.reply(catalogueMembers.removeMember, { ...by, id });
    const asSara: Actor = { kind: 'publisher_member', publisher_id: 'acme', member_id: id, subject, name: 'سارا' };
    await expectRefused(publisherCommands(), asSara);
  });
});
