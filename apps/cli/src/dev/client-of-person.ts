/** The clients of a command that acts as a person of the demo organisation. */
import { adminConnection, tokenOfPerson } from '../connection.js';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import type { Terminal } from '../terminal.js';
import type { InstalledPluginOptions } from './installed-plugin.js';
import { InstanceClient } from './instance-client.js';

/** `client` acts as the person of `--as`, or as the admin; `admin` finds the installation. */
export function clientOf(
  { language }: Terminal,
  options: InstalledPluginOptions & { readonly as?: string },
): { readonly admin: InstanceClient; readonly client: InstanceClient } {
  const connection = adminConnection(options);
  const admin = new InstanceClient(connection, language);
  if (options.as === undefined) return { admin, client: admin };
  return { admin, client: new InstanceClient({ ...connection, credential: personToken(options.as) }, language) };
}

function personToken(name: string): string {
  const token = tokenOfPerson(name);
  if (token === null)
    throw usageFailure(phrase`no token of "${name}": --as knows admin and member; for others set KUSHK_TOKEN`);
  return token;
}
