import { exactly, type Claim, type Proof, type ProofContext } from './proof.js';
import type { Attack } from './hostile/attack.js';
import { attacks, quickAttacks } from './hostile/attacks.js';
import { withProductionSystem, type ProductionSystem } from './hostile/production-system.js';

const shownCharacters = 100;

export const proof: Proof = {
  title: 'Attacks on a system in production mode: rights, consent, quotas, sessions, tenants, money, network, NATS',
  plantedDefect: [...new Set(attacks.map(({ plantedDefect }) => plantedDefect))],
  run: async (context) => {
    const chosen = context.isQuick ? quickAttacks : attacks;
    // Without planted defects, one system is enough.
    const isPlanted = context.patches.length > 0;
    const groups = isPlanted ? Object.values(Object.groupBy(chosen, ({ group = 1 }) => group)) : [chosen];
    const claims: Claim[] = [];
    for (const group of groups) claims.push(...(await runGroup(group ?? [], context)));
    return claims;
  },
};

function runGroup(group: readonly Attack[], { patches, report }: ProofContext): Promise<readonly Claim[]> {
  const isPlanted = patches.length > 0;
  const planted = isPlanted ? [...new Set(group.map(({ plantedDefect }) => plantedDefect))] : [];
  return withProductionSystem(planted, async (system) => {
    const claims: Claim[] = [];
    for (const attack of group) claims.push(await runAttack(attack, system, { isPlanted, report }));
    return claims;
  });
}

async function runAttack(
  { name, plantedDefect: catches, run }: Attack,
  system: ProductionSystem,
  { isPlanted, report }: { readonly isPlanted: boolean; readonly report: (line: string) => void },
): Promise<Claim> {
  const expected = { limit: 0, unit: 'breaches' };
  try {
    const { answers, breaches } = await run(system);
    for (const breach of breaches) report(`${name}: ${breach}`);
    const claim = `${name} → ${answers.join(', ').slice(0, shownCharacters)}`;
    return { ...exactly(claim, breaches.length, expected), catches };
  } catch (error) {
    report(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    // An attack that could not be tried shows nothing, and catches nothing.
    return { ...exactly(`${name} → could not be tried`, 1, expected), ok: isPlanted, catches };
  }
}
