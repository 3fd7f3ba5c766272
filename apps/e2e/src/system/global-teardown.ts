import { endForTests } from './global-setup.js';

/** The globalTeardown of the e2e tests. */
export default async function endSystem(): Promise<void> {
  await endForTests();
}
