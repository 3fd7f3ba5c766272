import { BrokerModule } from '@kushk/broker';
import { EventStoreModule } from '@kushk/event-store';
import { ConfigModule } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { CaseRules } from './case/case-rules.handler.js';
import { CaseHandler } from './case/case.handler.js';
import { caseStream } from './case/case.js';
import { CaseRow, Cases, cases } from './case/case.view.js';
import { ListCasesHandler } from './case/list-cases/list-cases.handler.js';
import { installationStream } from './installation/installation.js';
import { installationPublic } from './installation/installation.public.js';
import { OnCapabilitiesChangedHandler } from './installation/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './installation/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { Views0001 } from './migrations/0001-views.js';
import { ListPeopleHandler } from './organisation/list-people/list-people.handler.js';
import { OrganisationHandler } from './organisation/organisation.handler.js';
import { organisationStream } from './organisation/organisation.js';
import { Members, OrganisationRow, PersonRow, organisations, people } from './organisation/organisation.view.js';
import { membershipStream, personStream } from './organisation/person.js';
import { ListProposalsHandler } from './proposal/list-proposals/list-proposals.handler.js';
import { MakeProposalHandler } from './proposal/make-proposal/make-proposal.handler.js';
import { MonthlyProposalsHandler } from './proposal/monthly-proposals/monthly-proposals.handler.js';
import { externalIdStream, proposalStream } from './proposal/proposal.js';
import { proposalPublic } from './proposal/proposal.public.js';
import { MonthlyProposalsRow, ProposalRow, Proposals, monthlyProposals, proposals } from './proposal/proposal.view.js';
import { SettleProposalHandler } from './proposal/settle-proposal.handler.js';
import { RecordHandler } from './record/record.handler.js';
import { recordStream } from './record/record.js';
import { RecordRow, Records, records } from './record/record.view.js';

const controllers = [
  CaseHandler,
  ListCasesHandler,
  ListPeopleHandler,
  ListProposalsHandler,
  MakeProposalHandler,
  MonthlyProposalsHandler,
  OrganisationHandler,
  RecordHandler,
  SettleProposalHandler,
  OnCapabilitiesChangedHandler,
  OnInstallationRemovedHandler,
  OnInstallationRequestedHandler,
];

@Module({
  imports: [
    ConfigModule,
    BrokerModule,
    EventStoreModule.register({
      service: 'workspace',
      streams: [organisationStream, personStream, membershipStream, caseStream, installationStream, recordStream, proposalStream, externalIdStream],
      views: [organisations, people, cases, records, proposals, monthlyProposals],
      publications: [installationPublic, proposalPublic],
      entities: [OrganisationRow, PersonRow, CaseRow, RecordRow, ProposalRow, MonthlyProposalsRow],
      migrations: [Views0001],
    }),
  ],
  providers: [CaseRules, Cases, Members, Proposals, Records],
  controllers,
})
export class WorkspaceModule {}
