import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspace, workspaceSessions, type PersonResource } from '@kushk/contracts';
import { rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { workspaceStore } from '../store.module.js';
import { WorkspaceModule } from '../workspace.module.js';

const issuer = 'https://sign-in';
let service: ServiceUnderTest;
let organisation_id: string;
let sara: PersonResource;
let omid: PersonResource;
beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule);
  const made = await service.reply(workspace.createOrganisation, {
    name: 'شرکت نمونه',
    locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
    admin: { issuer, subject: 'sara', name: 'سارا' },
  });
  organisation_id = made.organisation.id;
  sara = made.admin;
  omid = await addMember('omid');
});
afterAll(() => service.stop());

const addMember = (subject: string) =>
  service.reply(workspace.addPerson, {
    organisation_id,
    issuer,
    subject,
    name: subject,
    role: 'member',
    by: sara.id,
  });
const use = async (subject: string, session_key: string) =>
  (await service.reply(workspaceSessions.useSession, { issuer, subject, session_key, user_agent: 'Firefox' }))
    .session_id;
const check = async (
  ...handles: readonly (readonly [person: PersonResource, session: string, organisation?: string])[]
) => {
  const { results } = await service.reply(workspaceSessions.checkHandles, {
    handles: handles.map(([{ id }, session_id, organisation = organisation_id]) => ({
      organisation_id: organisation,
      person_id: id,
      session_id,
    })),
  });
  return results.map((result) => result?.role ?? null);
};

describe('the check of handles', () => {
  it('accepts the own session of a member of the organisation, and answers in the order of the handles', async () => {
    const [ofSara, ofOmid] = [await use('sara', 'key-sara'), await use('omid', 'key-omid')];
    expect(
      await check(
        [omid, ofOmid],
        [omid, ofSara],
        [sara, ofSara],
        [sara, 'pss_none'],
        [sara, ofSara, 'org_other'],
        [{ ...sara, id: 'per_none' }, ofSara],
      ),
    ).toEqual(['member', null, 'admin', null, null, null]);
  });

  it('is answered for one session as long as it is used, also when two gateways start it at once', async () => {
    const ids = await Promise.all(Array.from({ length: 16 }, () => use('omid', 'key-raced')));
    expect(new Set(ids).size).toBe(1);
    expect(await use('omid', 'key-raced')).toBe(ids[0]);
    const other = await use('omid', 'key-other');
    expect(await check([omid, ids[0]!], [omid, other])).toEqual(['member', 'member']);
  });

  it('rejects the sessions of a person who lost the last membership, and the new member needs a new session', async () => {
    const nima = await addMember('nima');
    const session = await use('nima', 'key-nima');
    await service.reply(workspace.removePerson, { organisation_id, person_id: nima.id, by: sara.id });
    expect(await check([nima, session])).toEqual([null]);
    const again = await addMember('nima');
    expect(await check([again, session])).toEqual([null]);
    const next = await use('nima', 'key-nima');
    expect(await check([again, next])).toEqual(['member']);
  });

  it('keeps the session of a person who still belongs to another organisation', async () => {
    const other = await service.reply(workspace.createOrganisation, {
      name: 'شرکت دوم',
      locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
      admin: { issuer, subject: 'leila', name: 'لیلا' },
    });
    const leila = await addMember('leila');
    const session = await use('leila', 'key-leila');
    await service.reply(workspace.removePerson, { organisation_id, person_id: leila.id, by: sara.id });
    expect(await check([leila, session], [other.admin, session, other.organisation.id])).toEqual([null, 'admin']);
  });
});

describe('a sign-in that the person ended', () => {
  it('is refused everywhere, also without a session, and signing out again changes nothing', async () => {
    const signIn = { issuer, subject: 'omid', session_key: 'key-ended' };
    expect(await service.outcomeCode(workspaceSessions.signOut, signIn)).toBe('accepted');
    expect(await service.outcomeCode(workspaceSessions.signOut, signIn)).toBe('accepted');
    const refused = [
      service.outcomeCode(workspaceSessions.useSession, { ...signIn, user_agent: null }),
      service.outcomeCode(workspaceSessions.authenticateSignIn, signIn),
      service.outcomeCode(workspace.authenticatePerson, { ...signIn, organisation_id: null }),
      service.outcomeCode(workspace.authenticateStaff, signIn),
    ];
    expect(await Promise.all(refused)).toEqual(Array.from({ length: 4 }, () => 'auth.token_invalid'));
    const others = { ...signIn, session_key: 'key-omid' };
    expect(await service.outcomeCode(workspace.authenticatePerson, { ...others, organisation_id: null })).toBe(
      'accepted',
    );
  });
});

describe('a rebuild from the log', () => {
  it('produces the same sessions as the live service', async () => {
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});
