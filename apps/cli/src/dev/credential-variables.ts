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

/** As environment variables. Credentials that were read before are rotated first: each is shown only once. */
export async function handOverCredentials(client: InstanceClient, id: string): Promise<CredentialVariables> {
  return credentialVariables(await readCredentials(client, id));
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

async function readCredentials(client: InstanceClient, installationId: string): Promise<Credentials> {
  let isRotated = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.credentials(installationId);
    } catch (error) {
      if (!isAlreadyRead(error) || attempt === ATTEMPTS) throw error;
      if (!isRotated) await client.rotate(installationId);
      isRotated = true;
      await pause(PAUSE_MS);
    }
  }
}
