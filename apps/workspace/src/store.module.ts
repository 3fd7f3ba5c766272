import type { StoreDefinition } from '@kushk/event-store';
import { rosterStream, StaffRow, staffStream, staffView } from '@kushk/staff';
import { caseStream } from './case/case.js';
import { CaseRow, cases } from './case/case.view.js';
import { installationStream } from './installation/installation.js';
import { installationPublic } from './installation/installation.public.js';
import { organisationStream } from './organisation/organisation.js';
import { OrganisationRow, organisations } from './organisation/organisation.view.js';
import { membershipStream } from './person/membership.js';
import { personStream } from './person/person.js';
import { PersonRow, people } from './person/person.view.js';
import { externalIdStream } from './proposal/external-id.js';
import { proposalStream } from './proposal/proposal.js';
import { proposalPublic } from './proposal/proposal.public.js';
import { MonthlyProposalsRow, ProposalRow, monthlyProposals, proposals } from './proposal/proposal.view.js';
import { recordStream } from './record/record.js';
import { RecordRow, records } from './record/record.view.js';

/** The streams of this service, the views over them and the facts that it publishes. */
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
    staffStream,
    rosterStream,
  ],
  views: [organisations, people, cases, records, proposals, monthlyProposals, staffView],
  publications: [installationPublic, proposalPublic],
  entities: [OrganisationRow, PersonRow, CaseRow, RecordRow, ProposalRow, MonthlyProposalsRow, StaffRow],
  migrations: new URL('./migrations/', import.meta.url),
};
