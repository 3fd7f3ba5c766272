/** Starts an update to a version that runs elsewhere: its plugin must accept new credentials before it is installed. */
import type { InstallationFact, Move } from '../installation-facts.js';
import { partiesOf, type ActiveInstallation } from '../installation.js';
import type { NextVersion } from '../follow-version/follow-version.js';

const MINUTE_MS = 60_000;
/** How long the plugin of a new version may take to accept its credentials. */
const ACCEPTS_WITHIN_MS: Readonly<Record<Move['grants']['kind'], number>> = {
  external: 60 * MINUTE_MS,
  instance: 2 * MINUTE_MS,
};

/** Credentials for the plugin of the next version. */
export interface CredentialsOfMove {
  readonly tokenHash: string;
  readonly tokenLast4: string;
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  readonly sealedInstalledCall: string;
}

interface Start {
  readonly next: NextVersion & { readonly settingsChanged: boolean };
  /** Null for a container plugin: it gets its credentials when its container listens, because they name its address. */
  readonly credentials: CredentialsOfMove | null;
  readonly by: string;
  readonly at: string;
}

/** The credentials replace a rotation that the plugin has not accepted. */
export function startMove(installation: ActiveInstallation, { next, credentials, by, at }: Start): InstallationFact[] {
  const { grants, capabilities, settings, settingsChanged } = next;
  const parties = partiesOf(installation);
  const { version, kind } = grants;
  const giveUpAt = new Date(Date.parse(at) + ACCEPTS_WITHIN_MS[kind]).toISOString();
  const move: Move = { grants, capabilities, settings, settingsChanged, giveUpAt, by };
  const started: InstallationFact = { type: 'MoveStarted', data: { ...parties, ...move, at } };
  if (credentials === null) return [started];
  return [started, { type: 'RenewalStarted', data: { ...parties, ...credentials, version, by, at } }];
}
