import { endForTests } from './global-setup.js';

/** jest's globalTeardown of the black-box tests. */
export default async function endSystem(): Promise<void> {
  await endForTests();
}
