/** The credentials of an installation, for a plugin that the instance cannot reach. */
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../failure.js';
import type { Credentials, InstanceClient } from './instance-client.js';

const ATTEMPTS = 20;
const PAUSE_MS = 500;

/** The lines of a `.env` file. Credentials that were read before are rotated first: each is shown only once. */
export async function handOverCredentials(client: InstanceClient, installationId: string): Promise<string[]> {
  return credentialLines(await readCredentials(client, installationId));
}

export function credentialLines({ installation_id, api_base, token, signing_secret }: Credentials): string[] {
  return [
    `KUSHK_INSTALLATION_ID=${installation_id}`,
    `KUSHK_API_BASE=${api_base}`,
    `KUSHK_INSTALLATION_TOKEN=${token ?? ''}`,
    `KUSHK_SIGNING_SECRET=${signing_secret ?? ''}`,
  ];
}

async function readCredentials(client: InstanceClient, installationId: string): Promise<Credentials> {
  let isRotated = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.credentials(installationId);
    } catch (error) {
      const code = error instanceof Failure ? error.details.code : '';
      if (code !== 'installation.credentials_already_read' || attempt === ATTEMPTS) throw error;
      if (!isRotated) await client.rotate(installationId);
      isRotated = true;
      await pause(PAUSE_MS);
    }
  }
}
