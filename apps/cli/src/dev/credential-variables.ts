/** The credentials of an installation, for a plugin that the instance cannot reach. */
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../failure.js';
import type { Credentials, InstanceClient } from './instance-client.js';

const ATTEMPTS = 20;
const PAUSE_MS = 500;

export type CredentialVariables = Readonly<Record<string, string>>;

/** The lines of a `.env` file. */
export function credentialLines(variables: CredentialVariables): string[] {
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`);
}

export interface HandedOver {
  readonly variables: CredentialVariables;
  /** Whether they were renewed: then those from before have ended. */
  readonly isRenewed: boolean;
}

/** Reads the credentials. Those that were read before are renewed first, because each is shown only once. */
export async function handOverCredentials(client: InstanceClient, id: string): Promise<HandedOver> {
  let isRenewed = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { variables: credentialVariables(await client.credentials(id)), isRenewed };
    } catch (error) {
      if (!isAlreadyRead(error) || attempt === ATTEMPTS) throw error;
      if (!isRenewed) await client.rotate(id);
      isRenewed = true;
      await pause(PAUSE_MS);
    }
  }
}

/** The credentials that an admin has renewed and nobody has read; empty when there are none. */
export async function waitingCredentials(client: InstanceClient, id: string): Promise<CredentialVariables> {
  try {
    return credentialVariables(await client.credentials(id));
  } catch (error) {
    if (isAlreadyRead(error)) return {};
    throw error;
  }
}

/** The environment variables from which the templates and the SDK read the credentials of an installation. */
export function credentialVariables({
  installation_id,
  api_base,
  token,
  signing_secret,
}: Credentials): CredentialVariables {
  return {
    KUSHK_INSTALLATION_ID: installation_id,
    KUSHK_API_BASE: api_base,
    KUSHK_INSTALLATION_TOKEN: token ?? '',
    KUSHK_SIGNING_SECRET: signing_secret ?? '',
  };
}

const isAlreadyRead = (error: unknown): boolean =>
  error instanceof Failure && error.details.code === 'installation.credentials_already_read';
