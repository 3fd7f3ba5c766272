/** A few attacks of the hostile proof on the system of the tests; `npm run proof -- hostile` has all of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { newPublisher } from '../../../../apps/e2e/src/parties/parties.js';
import { system } from '../../../../apps/e2e/src/system/the-system.js';
import { addressesFrom } from '../../../run/start/addresses.js';
import type { Secrets } from '../../../run/start/secrets.js';
import { quickAttacks } from './attacks.js';

const secrets = JSON.parse(readFileSync(join(system.dataDir, 'secrets.json'), 'utf8')) as Secrets;
const { issuer } = addressesFrom(system.portBase).signIn;

it.each(quickAttacks.map(({ name, run }) => ({ name, run })))('$name', async ({ run }) => {
  const { hub, instance, tokens, publisher } = system;
  const keys = { acme: publisher.key, parsan: (await newPublisher('parsan')).key };
  expect((await run({ hub, instance, issuer, tokens, secrets, keys })).breaches).toEqual([]);
});
