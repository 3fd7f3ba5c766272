import { expect } from '@jest/globals';
import { workspace } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { workspaceAudits } from './audit/workspace-audit.js';
import { organisationStream } from './organisation/organisation.js';
import { personStream } from './person/person.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

describeRecordedLogs({
  name: 'workspace',
  module: WorkspaceModule,
  store: workspaceStore,
  audits: workspaceAudits,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {},
  async expectServed(service, log) {
    const { items } = await service.reply(workspace.listOrganisations, { limit: 100, cursor: null });
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(log.statesOf(organisationStream).keys()));
    for (const [person_id, person] of log.statesOf(personStream)) {
      if (person.status !== 'active') continue;
      const found = await service.reply(workspace.getPerson, { organisation_id: person.organisationId, person_id });
      expect(found).toMatchObject({ name: person.name });
    }
  },
});
