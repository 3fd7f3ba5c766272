/** `kushk dev …`: a plugin on a local instance, without review. The instance refuses both in production. */
import type { OfferResource } from '@kushk/contracts';
import { ask, pathOf } from '../api.js';
import { asAdmin, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { sendManifest } from '../manifest-sending.js';
import { shown, type Terminal } from '../terminal.js';

/** Puts the manifest of a file straight into the instance's catalogue. */
export async function publishForDevelopment(
  terminal: Terminal,
  file: string,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const connection = asAdmin(options);
  return sendManifest<OfferResource>(terminal, file, {
    send: (manifest) =>
      terminal.whileWaiting(
        'Publishing',
        ask(connection, {
          method: 'POST',
          path: '/instance/v1/dev/releases',
          body: { manifest },
          language: terminal.language,
        }),
      ),
    show: (offer) => {
      terminal.result(offer, [
        `${shown(`${offer.plugin_id}@${offer.version}`)} is in the store of ${connection.origin}`,
      ]);
    },
  });
}

interface Credentials {
  readonly installation_id: string;
  readonly token: string;
  readonly signing_secret: string;
  readonly api_base: string;
}

/** Reads the credentials of an installation, which works once, and writes them as lines for a `.env` file. */
export async function readCredentials(
  terminal: Terminal,
  installation: string,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const path = pathOf`/instance/v1/installations/${installation}/credentials`;
  const read = await terminal.whileWaiting(
    'Reading',
    ask<Credentials>(asAdmin(options), { method: 'POST', path, language: terminal.language }),
  );
  if (!terminal.json) terminal.note('these are shown this once and cannot be shown again');
  terminal.result(read, [
    `KUSHK_INSTALLATION_ID=${read.installation_id}`,
    `KUSHK_API_BASE=${read.api_base}`,
    `KUSHK_INSTALLATION_TOKEN=${read.token}`,
    `KUSHK_SIGNING_SECRET=${read.signing_secret}`,
  ]);
  return EXIT.ok;
}
