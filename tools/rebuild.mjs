/**
 * Rebuilds the state rows and views of one service from its log and compares them with the live ones:
 * `KUSHK_DATABASE_URL=… node tools/rebuild.mjs wallet`. With `--replace` it replaces the live ones. Requires `npm run
 * build`. The exit code is 1 when they differ and were not replaced.
 */
import { rebuildCommand } from '@kushk/event-store';

const [service, ...args] = process.argv.slice(2);
const databaseUrl = process.env.KUSHK_DATABASE_URL;
if (service === undefined || !/^[a-z]+$/.test(service) || databaseUrl === undefined) {
  process.stderr.write('Usage: KUSHK_DATABASE_URL=postgres://… node tools/rebuild.mjs SERVICE [--replace]\n');
  process.exit(2);
}
const module = await import(`../apps/${service}/dist/store.module.js`);
process.exit(await rebuildCommand({ ...module[`${service}Store`], databaseUrl }, args));
