/** `kushk dev handle`: a handle of a person for a page of the plugin, as the shell gives it to the page. */
import { clientOf } from '../dev/client-of-person.js';
import { installationOf, type InstalledPluginOptions } from '../dev/installed-plugin.js';
import type { PageForHandle } from '../dev/instance-client.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import type { Terminal } from '../terminal.js';

export interface PageHandleOptions extends InstalledPluginOptions {
  readonly as?: string;
  readonly panel?: string;
  /** TYPE/ID */
  readonly record?: string;
}

/** Prints the handle alone, so that a shell can put it into a variable; a request with it and its lifetime as notes. */
export async function printPageHandle(terminal: Terminal, options: PageHandleOptions): Promise<ExitCode> {
  const page = pageOf(options);
  const { admin, client } = clientOf(terminal, options);
  const { installation_id: id } = await installationOf(admin, options);
  const issued = await terminal.withProgress(terminal.translate`Reading`, client.pageHandle(id, page));
  terminal.result({ installation_id: id, ...issued }, [issued.handle]);
  if (terminal.json) return EXIT.ok;
  const { base_url: baseUrl, records = [] } = await client.manifest(id);
  const [record] = records;
  const path = record === undefined ? '/installation' : `/records/${record.type}`;
  const address = `${client.connection.origin}/i/${id}/plugin/v1${path}`;
  // The API accepts the handle from the origin of the page alone.
  if (baseUrl !== undefined)
    terminal.note(
      terminal.translate`as the page asks the API: ${`curl -H 'Authorization: Bearer ${issued.handle}' -H 'Origin: ${new URL(baseUrl).origin}' '${address}'`}`,
    );
  terminal.note(
    terminal.translate`valid for ${issued.expires_in} s; the page also sends it to your server, which sends it as Service-Handle beside its token`,
  );
  return EXIT.ok;
}

function pageOf({ panel, record }: PageHandleOptions): PageForHandle {
  const surface = panel === undefined ? ({ surface: 'app' } as const) : ({ surface: 'panel', panel } as const);
  if (record === undefined) return surface;
  const end = record.indexOf('/');
  if (end < 1 || end === record.length - 1) throw usageFailure(phrase`write --record TYPE/ID, such as ${'case/cas_1'}`);
  return { ...surface, record: { type: record.slice(0, end), id: record.slice(end + 1) } };
}
