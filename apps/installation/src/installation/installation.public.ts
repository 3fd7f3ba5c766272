/** Which facts of an installation leave the service, and as what. Secrets leave sealed or not at all. */
import { installationFacts } from '@kushk/contracts';
import { publishes, say, type PublicFact, type RecordedFact } from '@kushk/event-store';
import { installationStream, type InstallationFact } from './installation.js';

export const installationPublic = publishes(installationStream, translate);

function translate(fact: RecordedFact<InstallationFact>): PublicFact | null {
  if (
    fact.type === 'PartBecameReady' ||
    fact.type === 'ConsentAsked' ||
    fact.type === 'ConsentObsolete' ||
    fact.type === 'TokenRotated'
  )
    return null;
  const of = {
    installation_id: fact.id,
    organisation_id: fact.data.organisationId,
    plugin_id: fact.data.pluginId,
    at: fact.data.at,
  };
  switch (fact.type) {
    case 'InstallationRequested': {
      const { grants, capabilities, apiBase, sealedSigningSecret } = fact.data;
      return say(installationFacts.installationRequested, {
        ...of,
        plan: grants.plan,
        capabilities,
        api_base: apiBase,
        sealed_signing_secret: sealedSigningSecret,
      });
    }
    case 'CredentialsReleased':
      return say(installationFacts.credentialsReleased, { ...of, sealed_lifecycle: fact.data.sealedLifecycle });
    case 'PluginInstalled':
    case 'RenewalTaken':
      return say(installationFacts.installationInstalled, of);
    case 'InstallationPaused':
    case 'InstallationResumed':
    case 'InstallationSuspended':
    case 'SuspensionLifted': {
      const status = fact.data.statusAfter;
      return say(installationFacts.availabilityChanged, {
        ...of,
        status,
        callable: status !== 'paused' && status !== 'suspended',
      });
    }
    case 'VersionChanged':
      return say(installationFacts.capabilitiesChanged, {
        ...of,
        plan: fact.data.grants.plan,
        capabilities: fact.data.capabilities,
      });
    case 'RenewalBegun':
      return say(installationFacts.credentialsRenewed, {
        ...of,
        sealed_lifecycle: fact.data.sealedLifecycle,
        sealed_signing_secret: fact.data.sealedSigningSecret,
      });
    case 'SigningSecretRotated':
      return say(installationFacts.signingSecretRotated, {
        ...of,
        sealed_signing_secret: fact.data.sealedSigningSecret,
        previous_signs_until: fact.data.previousUntil,
      });
    case 'SettingsChanged':
      return say(installationFacts.settingsChanged, { ...of, settings_revision: fact.data.revision });
    case 'PlanChanged':
      return say(installationFacts.planChanged, { ...of, plan: fact.data.plan });
    case 'InstallationRemoved':
      return say(installationFacts.installationRemoved, of);
  }
}
