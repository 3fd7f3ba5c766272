/** `kushk-deploy finish-upgrade`: raises the log format of a service when no process of an older version runs. */
import { raiseLogFormat } from '@kushk/event-store';
import { databaseUrlOf, storeOf, type Service } from './built-service.js';
import { EXIT, type ExitCode } from './exit-codes.js';

export async function runFinishUpgrade(service: Service): Promise<ExitCode> {
  const { from, to, older } = await raiseLogFormat(databaseUrlOf(service), await storeOf(service));
  const lines = older.map((connection) => `an older version is connected: ${connection}`);
  lines.push(`${service}: log format ${older.length > 0 || from === to ? from : `${from} raised to ${to}`}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return older.length > 0 ? EXIT.found : EXIT.ok;
}
