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

describe('the session of a cookie', () => {
  const start = (subject: string, session_key: string, more: { replaces?: string; provider?: string } = {}) =>
    service.reply(workspaceSessions.startSession, {
      issuer,
      subject,
      session_key,
      name: subject,
      provider_session_key: more.provider ?? null,
      user_agent: 'Firefox',
      replaces: more.replaces ?? null,
    });
  const verdict = (session_key: string) => service.outcomeCode(workspaceSessions.authenticateSession, { session_key });

  it('is the session of handles, and ends them with the next sign-in of the browser', async () => {
    const { session_id } = await start('sara', 'cookie-1');
    const found = await service.reply(workspaceSessions.authenticateSession, { session_key: 'cookie-1' });
    expect(found).toEqual({ issuer, subject: 'sara', session_id, name: 'sara', is_use_due: false });
    expect(await use('sara', 'cookie-1')).toBe(session_id);
    expect(await check([sara, session_id])).toEqual(['admin']);
    await start('sara', 'cookie-2', { replaces: 'cookie-1' });
    expect([await verdict('cookie-1'), await verdict('cookie-2')]).toEqual(['auth.token_invalid', 'accepted']);
    expect(await check([sara, session_id])).toEqual([null]);
    const ended = { issuer, subject: 'sara', session_key: 'cookie-1', user_agent: null };
    expect(await service.outcomeCode(workspaceSessions.useSession, ended)).toBe('auth.token_invalid');
  });

  it('is not that of a token, whose session key is no cookie', async () => {
    await use('sara', 'key-of-a-token');
    expect(await verdict('key-of-a-token')).toBe('auth.token_invalid');
  });

  it('ends with the last membership, and with the session at the provider', async () => {
    const mina = await addMember('mina');
    await start('mina', 'cookie-of-mina');
    await start('sara', 'cookie-3', { provider: 'provider-1' });
    await service.reply(workspace.removePerson, { organisation_id, person_id: mina.id, by: sara.id });
    expect(await verdict('cookie-of-mina')).toBe('auth.token_invalid');
    const logout = { issuer, subject: 'sara', provider_session_key: 'provider-1', issued_at: new Date().toISOString() };
    await service.reply(workspaceSessions.endProviderSession, logout);
    await service.reply(workspaceSessions.endProviderSession, logout);
    expect([await verdict('cookie-3'), await verdict('cookie-2')]).toEqual(['auth.token_invalid', 'accepted']);
    // A bearer token that names the same session of the provider is refused as well.
    const token = { issuer, subject: 'sara', session_key: 'provider-1', organisation_id: null };
    expect(await service.outcomeCode(workspace.authenticatePerson, token)).toBe('auth.token_invalid');
  });

  it('ends with the person at the provider, and with it the tokens that were issued before', async () => {
    const signedOut = '2026-11-20T10:00:00.000Z';
    const verdictOf = (session_key: string, issued_at: string, who = 'sara') =>
      service.outcomeCode(workspace.authenticatePerson, {
        ...{ issuer, subject: who, session_key, issued_at, organisation_id: null },
      });
    const logout = { issuer, subject: 'sara', provider_session_key: null, issued_at: signedOut };
    for (const _ of [1, 2]) await service.reply(workspaceSessions.endProviderSession, logout);
    const older = { ...logout, issued_at: '2026-11-20T08:00:00.000Z' };
    await service.reply(workspaceSessions.endProviderSession, older);
    expect(await verdictOf('unused-1', '2026-11-20T09:59:59.000Z')).toBe('auth.token_invalid');
    expect(await verdictOf('unused-2', signedOut)).toBe('accepted');
    expect(await verdictOf('unused-3', '2026-11-20T09:59:59.000Z', 'omid')).toBe('accepted');
    const signIn = { issuer, subject: 'sara', session_key: 'unused-1', issued_at: '2026-11-20T09:59:59.000Z' };
    const refused = [
      service.outcomeCode(workspaceSessions.authenticateSignIn, signIn),
      service.outcomeCode(workspace.authenticateStaff, signIn),
    ];
    expect(await Promise.all(refused)).toEqual(['auth.token_invalid', 'auth.token_invalid']);
  });

  it('ends the tokens of the session at the provider that names no person', async () => {
    const logout = { issuer, subject: null, provider_session_key: 'provider-2', issued_at: new Date().toISOString() };
    await service.reply(workspaceSessions.endProviderSession, logout);
    const token = { issuer, subject: 'omid', session_key: 'provider-2', organisation_id: null };
    expect(await service.outcomeCode(workspace.authenticatePerson, token)).toBe('auth.token_invalid');
  });

  it('ends when a person loses the last role as staff', async () => {
    const staff = await service.reply(workspace.addStaff, {
      subject: 'pari',
      name: 'پری',
      roles: ['billing'],
      by: 'test',
    });
    await start('pari', 'cookie-of-pari');
    await service.reply(workspace.changeStaff, { id: staff.id, name: 'پریسا', roles: null, by: 'test' });
    expect(await verdict('cookie-of-pari')).toBe('accepted');
    await service.reply(workspace.removeStaff, { id: staff.id, by: 'test' });
    expect(await verdict('cookie-of-pari')).toBe('auth.token_invalid');
  });

  it('starts from a sign-in that is taken once, also when two gateways take it', async () => {
    const signIn = { verifier: 'v', nonce: 'n', return_to: '/inbox', replaces: null };
    await service.reply(workspaceSessions.beginSignIn, { id: 'sign-in-1', ...signIn });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => service.request(workspaceSessions.takeSignIn, { id: 'sign-in-1' })),
    );
    expect(outcomes.filter(({ accepted }) => accepted)).toEqual([{ accepted: true, reply: signIn, replayed: false }]);
  });
});

describe('a rebuild from the log', () => {
  it('produces the same sessions as the live service', async () => {
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});
