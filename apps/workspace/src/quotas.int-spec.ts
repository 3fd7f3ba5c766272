import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspace } from '@kushk/contracts';
import { rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import pg from 'pg';
import { createCompany } from '../test/example-company.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

const RECORD_BYTES = 1_000_000;
let service: ServiceUnderTest;
let database: pg.Client;
let organisation_id: string;
let person_id: string;
beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule, {
    KUSHK_QUOTAS: JSON.stringify({ record_bytes: RECORD_BYTES, pending_proposals: 2 }),
  });
  const company = await createCompany(service);
  ({ organisation_id } = company);
  person_id = company.admin.id;
  database = new pg.Client(service.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

async function installed(installation_id: string) {
  await service.deliverTwice(OnInstallationRequestedHandler, {
    installation_id,
    organisation_id,
    plugin_id: 'ir.acme.invoices',
    at: '2026-11-20T08:00:00.000Z',
    plan: null,
    api_base: '',
    sealed_signing_secret: '',
    capabilities: {
      plugin_id: 'ir.acme.invoices',
      version: '1.0.0',
      kind: 'external',
      base_url: 'http://127.0.0.1:1',
      scopes: ['records.own', 'proposals.case'],
      records: [{ type: 'note', schema: { type: 'object' } }],
      proposals: [{ record_type: 'case', actions: ['create'] }],
      sources: [],
      events: [],
      services: [],
      plans: [],
    },
  });
  return { installation_id, organisation_id };
}

/** Bytes of the facts of an installation in the log. */
async function logBytes(installationId: string): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select sum(octet_length(data::text))::text as bytes from log_events where stream_id ~ ('^record(_quota)?-' || $1)`,
    [installationId],
  );
  return Number(rows[0]?.bytes);
}

describe('the records of an installation', () => {
  const text = (character: string, length: number) => ({ text: character.repeat(length) });

  it('are refused when they take up all the room, until one is deleted', async () => {
    const of = { ...(await installed('ins_full')), type: 'note' };
    const write = (external_id: string) =>
      service.request(workspace.putRecord, { ...of, external_id, data: text('ک', 200_000), if_match: null });
    expect(await write('a')).toMatchObject({ accepted: true });
    expect(await write('b')).toMatchObject({ accepted: true });
    const used = 2 * (Buffer.byteLength(JSON.stringify(text('ک', 200_000))) + 256);
    expect(await write('c')).toEqual({
      accepted: false,
      refusal: { code: 'quota.exceeded', params: { quota: 'record_bytes', limit: RECORD_BYTES, used } },
    });
    await service.reply(workspace.deleteRecord, { ...of, external_id: 'a', if_match: null });
    expect(await write('c')).toMatchObject({ accepted: true });
    const { rows } = await database.query('select stream_id from record_contents order by 1');
    expect(rows.map(({ stream_id }) => stream_id)).toEqual(['ins_full/note/b', 'ins_full/note/c']);
  });

  it('grow the log by a fixed size with each write, however large their data is', async () => {
    const of = { ...(await installed('ins_large')), type: 'note', external_id: 'n', if_match: null };
    const rewrites = 20;
    for (let index = 0; index < rewrites; index += 1)
      await service.reply(workspace.putRecord, { ...of, data: text(String.fromCharCode(97 + index), 500_000) });
    expect(await logBytes('ins_large')).toBeLessThan(rewrites * 500);
    const { rows } = await database.query(
      `select octet_length(content::text) as bytes from record_contents where stream_id = 'ins_large/note/n'`,
    );
    expect(rows).toEqual([{ bytes: Buffer.byteLength(JSON.stringify(text('a', 500_000))) }]);
    expect((await service.reply(workspace.getRecord, of)).data).toEqual(text('t', 500_000));
  });

  it('are compared with their digests by a rebuild', async () => {
    const of = { ...(await installed('ins_checked')), type: 'note', if_match: null };
    for (const external_id of ['is there', 'changed', 'lost', 'deleted'])
      await service.reply(workspace.putRecord, { ...of, external_id, data: { text: 'سلام "\\n' } });
    await service.reply(workspace.deleteRecord, { ...of, external_id: 'deleted' });
    const compare = () => rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(await compare()).toMatchObject({ differences: [], missingContents: [] });
    await database.query(`delete from record_contents where stream_id = 'ins_checked/note/lost'`);
    await database.query(
      `update record_contents set content = '{"text":"other"}' where stream_id = 'ins_checked/note/changed'`,
    );
    expect(await compare()).toMatchObject({
      differences: [],
      missingContents: [
        {
          table: 'record_contents',
          missing: 2,
          examples: ['record-ins_checked/note/changed', 'record-ins_checked/note/lost'],
        },
      ],
    });
  });
});

describe('the pending proposals of an installation', () => {
  it('are refused beyond the quota, until one is applied, rejected or withdrawn', async () => {
    const of = await installed('ins_proposing');
    let made = 0;
    const propose = () =>
      service.request(workspace.makeProposal, {
        ...of,
        person_id: null,
        external_id: `p${(made += 1)}`,
        record_type: 'case',
        action: 'create',
        record_id: null,
        base_revision: null,
        changes: { title: 'Invoice 7' },
        summary: 'An invoice',
        assignee_id: null,
      });
    const pending = async () => {
      const outcome = await propose();
      if (!outcome.accepted) throw new Error(outcome.refusal.code);
      return outcome.reply.proposal.id;
    };
    const [applied, rejected] = [await pending(), await pending()];
    const refused = { accepted: false, refusal: { code: 'quota.exceeded' } };
    expect(await propose()).toMatchObject(refused);
    await service.reply(workspace.applyProposal, { organisation_id, person_id, proposal_id: applied });
    const withdrawn = await pending();
    expect(await propose()).toMatchObject(refused);
    await service.reply(workspace.rejectProposal, { organisation_id, person_id, proposal_id: rejected, reason: null });
    await pending();
    expect(await propose()).toMatchObject(refused);
    await service.reply(workspace.withdrawProposal, { ...of, person_id: null, proposal_id: withdrawn });
    await pending();
    expect(await propose()).toMatchObject(refused);
  });
});
