import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chargeFirst, problemsAfter } from '../../run/deployment/first-charge.js';
import { startDeployedSystem } from '../../run/deployment/production-system.js';
import { rotations, type Rotation } from '../../run/deployment/rotations.js';
import { exactly, type Claim, type Proof } from './proof.js';

export const proof: Proof = {
  title: 'kushk-deploy rotate replaces every secret, key and certificate of a hub and an instance while they work',
  plantedDefect: 'old-secret-put-back',
  run: async ({ isQuick, patches, report }) => {
    const system = await startDeployedSystem();
    try {
      const first = await chargeFirst(system);
      const claims: Claim[] = [];
      const isPlanted = patches.length > 0;
      for (const rotation of rotations.filter(({ isShort }) => isShort || !(isQuick || isPlanted))) {
        const wrong = await problemsAfter(system, isPlanted ? withOldSecret(rotation) : rotation);
        const refused = await first.again().then(
          () => [],
          (error: unknown) => [String(error)],
        );
        const problems = [...wrong, ...refused];
        for (const problem of problems) report(problem);
        report(`replaced ${rotation.title}`);
        claims.push(exactly(`${rotation.title}: wrong afterwards`, problems.length, { limit: 0, unit: 'lines' }));
      }
      return claims;
    } finally {
      await system.stop();
    }
  },
};

/** Puts the old NATS password back where the process reads it. */
function withOldSecret(rotation: Rotation): Rotation {
  return {
    ...rotation,
    run: async (system, scope) => {
      const file = join(system.instance.folder, 'processes/wallet/secrets/KUSHK_NATS_URL');
      const before = readFileSync(file);
      await rotation.run(system, scope);
      writeFileSync(file, before);
    },
  };
}
