/**
 * `kushk dev …`: uses a plugin on a development instance without review. An instance in production rejects these
 * commands.
 */
import { credentialLines, credentialVariables } from '../dev/credential-variables.js';
import type { Credentials } from '../dev/instance-client.js';
import type { ListingResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { sendManifest } from '../send-manifest.js';
import type { Terminal } from '../terminal.js';
import { releaseName } from './release.js';

/** Adds the manifest in a file to the plugin store of the instance. */
export async function publishForDevelopment(
  terminal: Terminal,
  file: string,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const connection = adminConnection(options);
  return sendManifest<ListingResource>(terminal, file, {
    send: (manifest) =>
      terminal.withProgress(
        terminal.translate`Publishing`,
        send(connection, {
          method: 'POST',
          path: '/instance/v1/dev/releases',
          body: { manifest },
          language: terminal.language,
        }),
      ),
    print: (listing) => {
      terminal.result(listing, [terminal.translate`${releaseName(listing)} is in the store of ${connection.origin}`]);
    },
  });
}

/**
 * Fetches the credentials of an installation, which can be read only once, and prints them as lines of a `.env` file.
 */
export async function readCredentials(
  terminal: Terminal,
  installation: string,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const path = pathOf`/instance/v1/installations/${installation}/credentials`;
  const credentials = await terminal.withProgress(
    terminal.translate`Reading`,
    send<Credentials>(adminConnection(options), { method: 'POST', path, language: terminal.language }),
  );
  if (!terminal.json) terminal.note(terminal.translate`store these credentials now: they cannot be read again`);
  terminal.result(credentials, credentialLines(credentialVariables(credentials)));
  return EXIT.ok;
}
