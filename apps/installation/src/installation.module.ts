import { BrokerModule } from '@kushk/broker';
import { EventStoreModule } from '@kushk/event-store';
import { Module } from '@nestjs/common';
import { AuthenticateTokenHandler } from './installation/authenticate-token/authenticate-token.handler.js';
import { ChangeInstallationHandler } from './installation/change-installation.handler.js';
import { Credentials } from './installation/credentials.handler.js';
import { ConsentToVersionHandler } from './installation/consent-to-version/consent-to-version.handler.js';
import { FollowVersionHandler } from './installation/follow-version/follow-version.handler.js';
import { GetInstallationHandler } from './installation/get-installation/get-installation.handler.js';
import { InstallHandler } from './installation/install/install.handler.js';
import { InstallationWire } from './installation/installation-wire.handler.js';
import { Installations } from './installation/installation.view.js';
import { NotePartReadyHandler } from './installation/note-part-ready.handler.js';
import { OnInstallationReadyHandler } from './installation/on-installation-ready/on-installation-ready.handler.js';
import { OnInstalledAnsweredHandler } from './installation/on-installed-answered/on-installed-answered.handler.js';
import { OnWalletOpenedHandler } from './installation/on-wallet-opened/on-wallet-opened.handler.js';
import { ReadCredentialsHandler } from './installation/read-credentials/read-credentials.handler.js';
import { RemoveInstallationHandler } from './installation/remove-installation/remove-installation.handler.js';
import { RenewCredentialsHandler } from './installation/renew-credentials/renew-credentials.handler.js';
import { RotateCredentialHandler } from './installation/rotate-credential/rotate-credential.handler.js';
import { SettingsSeal } from './installation/settings-seal.handler.js';
import { JudgeStatusHandler } from './offer/judge-status/judge-status.handler.js';
import { ListOffersHandler } from './offer/list-offers/list-offers.handler.js';
import { JudgeWaitingReleases } from './offer/judge-waiting-releases/judge-waiting-releases.handler.js';
import { Manifests, Offers, WaitingReleases } from './offer/offer.view.js';
import { OnReleaseStatusChangedHandler } from './offer/on-release-status-changed/on-release-status-changed.handler.js';
import { PublishForDevelopmentHandler } from './offer/publish-for-development/publish-for-development.handler.js';
import { Store } from './offer/store.handler.js';
import { ListSigningKeysHandler } from './signing-key/list-signing-keys.handler.js';
import { installationStore } from './store.module.js';
import { ListToolsHandler } from './tool/list-tools/list-tools.handler.js';
import { PrepareToolCallHandler } from './tool/prepare-tool-call/prepare-tool-call.handler.js';

@Module({
  imports: [BrokerModule, EventStoreModule.register(installationStore)],
  providers: [
    Credentials,
    FollowVersionHandler,
    InstallationWire,
    Installations,
    JudgeStatusHandler,
    JudgeWaitingReleases,
    Manifests,
    NotePartReadyHandler,
    Offers,
    SettingsSeal,
    Store,
    WaitingReleases,
  ],
  controllers: [
    AuthenticateTokenHandler,
    ChangeInstallationHandler,
    ConsentToVersionHandler,
    GetInstallationHandler,
    InstallHandler,
    ListOffersHandler,
    ListSigningKeysHandler,
    ListToolsHandler,
    PrepareToolCallHandler,
    PublishForDevelopmentHandler,
    ReadCredentialsHandler,
    RemoveInstallationHandler,
    RenewCredentialsHandler,
    RotateCredentialHandler,
    OnInstallationReadyHandler,
    OnInstalledAnsweredHandler,
    OnReleaseStatusChangedHandler,
    OnWalletOpenedHandler,
  ],
})
export class InstallationModule {}
