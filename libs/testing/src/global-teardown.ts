import { stopTestServers } from './global-setup.js';

/** jest's globalTeardown. */
export default async function endTestServers(): Promise<void> {
  await stopTestServers();
}
