import { describe, expect, it } from '@jest/globals';
import { BodyAdmission, bodyBytes, type BodyLimits } from './body-admission.js';

const limits: BodyLimits = {
  totalBytes: 2_000,
  perTenantBytes: 400,
  largeBytes: 10,
  largeBytesPerTenant: 100,
  uploadBytes: 300,
  uploads: 3,
  uploadsPerTenant: 2,
  waiting: 3,
  waitMs: 60_000,
};

/** Lets the continuations of settled promises run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Requests admission of bodies and records which were admitted. */
function admissionOf(over: Partial<BodyLimits> = {}) {
  const bodies = new BodyAdmission({ ...limits, ...over });
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
  const release = async (name: string) => {
    releases.get(name)?.();
    await settle();
  };
  return { bodies, admit, admitted, release };
}

describe('BodyAdmission', () => {
  it('admits small bodies whatever else waits, until the share of the tenant or the total is used up', async () => {
    const { bodies, admit, admitted, release } = admissionOf({ totalBytes: 215, perTenantBytes: 110 });
    void admit('large', 'a', 100);
    void admit('waiting', 'a', 100);
    await admit('small', 'a', 10);
    expect(await admit('over the share', 'a', 1)).toMatchObject({ code: 'gateway.busy' });
    await admit('neighbour', 'b', 100);
    expect(await admit('over the total', 'c', 6)).toMatchObject({ code: 'gateway.busy' });
    expect(admitted).toEqual(['large', 'small', 'neighbour']);
    await release('small');
    await release('small');
    expect(bodies.heldBytes).toBe(200);
  });

  it('admits large bodies of a tenant up to its bytes in progress, the others in order as these end', async () => {
    const { admit, admitted, release } = admissionOf();
    for (const name of ['1', '2', '3', '4']) void admit(name, 'a', 50);
    void admit('neighbour', 'b', 100);
    await settle();
    expect(admitted).toEqual(['1', '2', 'neighbour']);
    await release('2');
    await release('2');
    expect(admitted.slice(3)).toEqual(['3']);
    await release('1');
    expect(admitted.slice(3)).toEqual(['3', '4']);
  });

  it('admits a body that is larger than the share alone', async () => {
    const { admit, admitted, release } = admissionOf();
    void admit('1', 'a', 20);
    void admit('huge', 'a', 250);
    await settle();
    expect(admitted).toEqual(['1']);
    await release('1');
    expect(admitted).toEqual(['1', 'huge']);
  });

  it('admits three uploads at once, two of one tenant, and then the tenants in turn', async () => {
    const { admit, admitted, release } = admissionOf();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void admit(name, 'a', 301);
    for (const name of ['b1', 'b2']) void admit(name, 'b', 301);
    void admit('record', 'a', 100);
    await settle();
    expect(admitted).toEqual(['a1', 'a2', 'b1', 'record']);
    await release('a1');
    await release('a2');
    expect(admitted.slice(4)).toEqual(['a3', 'b2']);
  });

  it('rejects with gateway.busy when too many wait, or when one has waited for too long', async () => {
    const { admit } = admissionOf({ waiting: 1, waitMs: 5 });
    await admit('1', 'a', 100);
    const waiting = admit('2', 'a', 100);
    expect(await admit('3', 'a', 100)).toMatchObject({ code: 'gateway.busy' });
    expect(await waiting).toMatchObject({ code: 'gateway.busy' });
  });
});

describe('bodyBytes', () => {
  it.each([
    [{ 'content-length': '12' }, 12],
    [{ 'content-length': '5000' }, 1_000],
    [{ 'transfer-encoding': 'chunked' }, 1_000],
    [{ 'content-length': 'x' }, 1_000],
    [{}, 0],
  ])('counts a body with the headers %j as %d bytes', (headers, bytes) => {
    expect(bodyBytes(headers, 1_000)).toBe(bytes);
  });
});
