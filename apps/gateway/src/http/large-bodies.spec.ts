import { describe, expect, it } from '@jest/globals';
import { LargeBodies, type LargeBodyLimits } from './large-bodies.js';

const limits: LargeBodyLimits = { largeBytes: 10, bytesInProgress: 100, waiting: 3, waitMs: 60_000 };

/** Lets the continuations of settled promises run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Requests admission of bodies and records who was admitted. */
function gateOf(over: Partial<LargeBodyLimits> = {}) {
  const bodies = new LargeBodies({ ...limits, ...over });
  const admitted: string[] = [];
  const releases = new Map<string, () => void>();
  const admit = (name: string, tenant: string, bytes: number): Promise<unknown> =>
    bodies.admit(tenant, bytes).then(
      (release) => {
        admitted.push(name);
        releases.set(name, release);
      },
      (error: unknown) => error,
    );
  return { admit, admitted, release: (name: string) => releases.get(name)?.() };
}

describe('LargeBodies', () => {
  it('lets small bodies through, whatever else is in progress', async () => {
    const { admit, admitted } = gateOf();
    void admit('large', 'a', 100);
    void admit('waiting', 'a', 100);
    await admit('small', 'a', 10);
    expect(admitted).toEqual(['large', 'small']);
  });

  it('admits a tenant up to its bytes in progress, the others in order as these end', async () => {
    const { admit, admitted, release } = gateOf();
    for (const name of ['1', '2', '3', '4']) void admit(name, 'a', 50);
    await settle();
    expect(admitted).toEqual(['1', '2']);
    release('2');
    release('2');
    await settle();
    expect(admitted).toEqual(['1', '2', '3']);
    release('1');
    await settle();
    expect(admitted).toEqual(['1', '2', '3', '4']);
  });

  it('never lets one tenant wait for another', async () => {
    const { admit, admitted } = gateOf();
    for (const name of ['1', '2', '3']) void admit(name, 'noisy', 100);
    await admit('neighbour', 'quiet', 100);
    expect(admitted).toEqual(['1', 'neighbour']);
  });

  it('admits a body that is larger than the share alone', async () => {
    const { admit, admitted, release } = gateOf();
    void admit('1', 'a', 20);
    void admit('huge', 'a', 500);
    await settle();
    expect(admitted).toEqual(['1']);
    release('1');
    await settle();
    expect(admitted).toEqual(['1', 'huge']);
  });

  it('rejects with gateway.busy when too many wait, or when one has waited for too long', async () => {
    const { admit } = gateOf({ waiting: 1, waitMs: 5 });
    await admit('1', 'a', 100);
    const waiting = admit('2', 'a', 100);
    expect(await admit('3', 'a', 100)).toMatchObject({ code: 'gateway.busy' });
    expect(await waiting).toMatchObject({ code: 'gateway.busy' });
  });
});
