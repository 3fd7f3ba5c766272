import type { StoreDefinition } from '@kushk/event-store';
import { caseStream } from './case/case.js';
import { CaseRow, cases } from './case/case.view.js';
import { installationStream } from './installation/installation.js';
import { installationPublic } from './installation/installation.public.js';
import { Views0001 } from './migrations/0001-views.js';
import { organisationStream } from './organisation/organisation.js';
import { OrganisationRow, PersonRow, organisations, people } from './organisation/organisation.view.js';
import { membershipStream, personStream } from './organisation/person.js';
import { externalIdStream, proposalStream } from './proposal/proposal.js';
import { proposalPublic } from './proposal/proposal.public.js';
import { MonthlyProposalsRow, ProposalRow, monthlyProposals, proposals } from './proposal/proposal.view.js';
import { recordStream } from './record/record.js';
import { RecordRow, records } from './record/record.view.js';

/** The log of this service: its streams, what is read from them, and what leaves it. */
export const workspaceStore: StoreDefinition = {
  service: 'workspace',
  streams: [
    organisationStream,
    personStream,
    membershipStream,
    caseStream,
    installationStream,
    recordStream,
    proposalStream,
    externalIdStream,
  ],
  views: [organisations, people, cases, records, proposals, monthlyProposals],
  publications: [installationPublic, proposalPublic],
  entities: [OrganisationRow, PersonRow, CaseRow, RecordRow, ProposalRow, MonthlyProposalsRow],
  migrations: [Views0001],
};
