/** The public facts of an installation. Secrets leave the service only when they are sealed. */
import { installationFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf, type PublicFact, type RecordedFact } from '@kushk/event-store';
import type { InstallationFact, Parties } from './installation-facts.js';
import { installationStream } from './installation.js';

export const installationPublic = publicationOf(installationStream, translate);

function translate(fact: RecordedFact<InstallationFact>): PublicFact | null {
  const common = (data: Parties & { readonly at: string }) => ({ installation_id: fact.id, ...partiesOf(data) });
  switch (fact.type) {
    case 'InstallationRequested': {
      const { grants, capabilities, apiBase, sealedSigningSecret } = fact.data;
      return asPublicFact(installationFacts.installationRequested, {
        ...common(fact.data),
        plan: grants.plan,
        capabilities,
        api_base: apiBase,
        sealed_signing_secret: sealedSigningSecret,
      });
    }
    case 'PluginInstalled':
    case 'RenewalCompleted':
      return asPublicFact(installationFacts.installationInstalled, { ...common(fact.data), ...secretIn(fact.data) });
    case 'InstallationPaused':
    case 'InstallationResumed':
    case 'InstallationSuspended':
    case 'SuspensionLifted': {
      const status = fact.data.newStatus;
      const callable = status !== 'paused' && status !== 'suspended';
      return asPublicFact(installationFacts.availabilityChanged, { ...common(fact.data), status, callable });
    }
    case 'VersionChanged': {
      const { grants, capabilities } = fact.data;
      return asPublicFact(installationFacts.capabilitiesChanged, {
        ...common(fact.data),
        plan: grants.plan,
        capabilities,
      });
    }
    case 'MoveStarted': {
      const { capabilities, giveUpAt } = fact.data;
      return asPublicFact(installationFacts.moveStarted, {
        ...common(fact.data),
        capabilities,
        give_up_at: giveUpAt,
      });
    }
    case 'CredentialsReleased':
    case 'CredentialsReplaced':
    case 'RenewalStarted':
    case 'SigningSecretRotated':
      return translateCredentials(fact, common(fact.data));
    case 'SettingsChanged': {
      const { revision: settings_revision } = fact.data;
      return asPublicFact(installationFacts.settingsChanged, { ...common(fact.data), settings_revision });
    }
    case 'PlanChanged':
      return asPublicFact(installationFacts.planChanged, { ...common(fact.data), plan: fact.data.plan });
    case 'InstallationRemoved':
      return asPublicFact(installationFacts.installationRemoved, common(fact.data));
    case 'UpdateReported':
    case 'UpdateDropped':
      return translateUpdate(fact, common(fact.data));
    case 'ReadinessConfirmed':
    case 'ConsentRequested':
    case 'ConsentRequestWithdrawn':
    case 'VersionDeclined':
    case 'VersionReopened':
    case 'UpdatePolicyChanged':
    case 'TokenRotated':
    case 'RenewalAbandoned':
    case 'MoveAbandoned':
      return null;
    default:
      return unreachable(fact);
  }
}

type UpdateFact = Extract<InstallationFact, { type: 'UpdateReported' | 'UpdateDropped' }>;

function translateUpdate({ type, data }: UpdateFact, common: Common): PublicFact {
  const { version } = data;
  if (type === 'UpdateDropped') return asPublicFact(installationFacts.updateDropped, { ...common, version });
  return asPublicFact(installationFacts.updateWaiting, { ...common, version, by: data.by });
}

function secretIn({ sealedSigningSecret }: { readonly at: string; readonly sealedSigningSecret?: string }) {
  return sealedSigningSecret === undefined ? {} : { sealed_signing_secret: sealedSigningSecret };
}

type CredentialsFact = Extract<
  InstallationFact,
  { type: 'CredentialsReleased' | 'CredentialsReplaced' | 'RenewalStarted' | 'SigningSecretRotated' }
>;
type Common = ReturnType<typeof partiesOf> & { readonly installation_id: string };

function translateCredentials(fact: CredentialsFact, common: Common): PublicFact {
  switch (fact.type) {
    case 'CredentialsReleased':
      return asPublicFact(installationFacts.credentialsReleased, {
        ...common,
        sealed_lifecycle: fact.data.sealedInstalledCall,
        generation: fact.data.reconnects ?? 0,
      });
    case 'CredentialsReplaced':
      return asPublicFact(installationFacts.credentialsReplaced, {
        ...common,
        sealed_lifecycle: fact.data.sealedInstalledCall,
        sealed_signing_secret: fact.data.sealedSigningSecret,
        generation: fact.data.reconnects,
      });
    case 'RenewalStarted':
      return asPublicFact(installationFacts.credentialsRenewed, {
        ...common,
        sealed_lifecycle: fact.data.sealedInstalledCall,
        sealed_signing_secret: fact.data.sealedSigningSecret,
        version: fact.data.version ?? null,
      });
    case 'SigningSecretRotated':
      return asPublicFact(installationFacts.signingSecretRotated, {
        ...common,
        sealed_signing_secret: fact.data.sealedSigningSecret,
        previous_signs_until: fact.data.previousUntil,
      });
    default:
      return unreachable(fact);
  }
}

function partiesOf({ organisationId, pluginId, at }: Parties & { readonly at: string }) {
  return { organisation_id: organisationId, plugin_id: pluginId, at };
}
