/** What the reconciler relies on, for every driver of a container engine and for the simulated one. */
import { expect } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { NOTHING, type ContainerEngine, type ContainerToCreate } from '../src/engine/container-engine.js';

/** Podman may find a file system of the container still in use, and fail. The reconciler tries again, too. */
export function removedContainer(engine: ContainerEngine, installationId: string): Promise<boolean> {
  return eventually(async () => {
    await engine.removeContainer(installationId);
    return true;
  });
}

/** Takes a container through its life, each step twice, as after an answer that was lost. */
export async function expectContract(engine: ContainerEngine, container: ContainerToCreate): Promise<void> {
  const { installationId: id, fingerprint, image, network } = container;
  const twice = async (step: () => Promise<void>): Promise<void> => {
    await step();
    await step();
  };
  const untilObserved = async (state: string): Promise<void> => {
    await eventually(async () => {
      expect((await engine.observe(id)).container).toMatchObject({ fingerprint, state });
      return true;
    });
  };
  expect(await engine.describe()).not.toBe('');
  expect(await engine.observe(id)).toEqual(NOTHING);
  if (!(await engine.hasImage(image))) await engine.pull(image);
  await twice(() => engine.createNetwork(id, network));
  await twice(() => engine.createVolume(id));
  expect(await engine.observe(id)).toEqual({ container: null, hasNetwork: true, hasVolume: true });

  await twice(() => engine.createContainer(container));
  await untilObserved('created');
  await twice(() => engine.startContainer(id));
  await eventually(async () => {
    expect((await engine.observe(id)).container?.host).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    return true;
  });
  // It exists already, and is left as it runs.
  await engine.createContainer(container);
  await untilObserved('running');
  expect([...(await engine.observeAll()).keys()]).toContain(id);

  await twice(() => engine.stopContainer(id));
  await untilObserved('ended');
  await engine.startContainer(id);
  await untilObserved('running');

  await removedContainer(engine, id);
  await engine.removeContainer(id);
  expect(await engine.observe(id)).toEqual({ container: null, hasNetwork: true, hasVolume: true });
  await twice(() => engine.removeNetwork(id));
  await twice(() => engine.removeVolume(id));
  expect(await engine.observe(id)).toEqual(NOTHING);
  expect([...(await engine.observeAll()).keys()]).not.toContain(id);
  await engine.stopContainer(id);
  expect(await engine.log(id, { lines: 10, bytes: 1_000 })).toEqual({ lines: [], truncated: false });
}
