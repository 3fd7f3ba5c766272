import { BrokerModule } from '@kushk/broker';
import { EventStoreModule } from '@kushk/event-store';
import { Module } from '@nestjs/common';
import { CaseRules } from './case/case-rules.handler.js';
import { CaseHandler } from './case/case.handler.js';
import { Cases } from './case/case.view.js';
import { ListCasesHandler } from './case/list-cases/list-cases.handler.js';
import { OnCapabilitiesChangedHandler } from './installation/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './installation/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { ListPeopleHandler } from './organisation/list-people/list-people.handler.js';
import { OrganisationHandler } from './organisation/organisation.handler.js';
import { Members } from './organisation/organisation.view.js';
import { ListProposalsHandler } from './proposal/list-proposals/list-proposals.handler.js';
import { MakeProposalHandler } from './proposal/make-proposal/make-proposal.handler.js';
import { MonthlyProposalsHandler } from './proposal/monthly-proposals/monthly-proposals.handler.js';
import { Proposals } from './proposal/proposal.view.js';
import { SettleProposalHandler } from './proposal/settle-proposal.handler.js';
import { RecordHandler } from './record/record.handler.js';
import { Records } from './record/record.view.js';
import { workspaceStore } from './store.module.js';

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
  imports: [BrokerModule, EventStoreModule.register(workspaceStore)],
  providers: [CaseRules, Cases, Members, Proposals, Records],
  controllers,
})
export class WorkspaceModule {}
