/**
 * The sample plugin as an image: its program in one file, Node and the libraries that Node loads, as they are on this
 * machine, and nothing else.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { librariesOf, pushImage, type ImageToPush } from './push-image.js';

export const SAMPLE_IMAGE_PORT = 8080;

/** Builds and pushes it, and returns its reference with the digest. */
export async function pushSampleImage(
  registryUrl: string,
  options: Pick<Partial<ImageToPush>, 'name' | 'account'> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kushk-sample-'));
  const source = resolve(import.meta.dirname, '../../../apps/sample-plugin');
  try {
    const { build } = await import('esbuild');
    await build({
      absWorkingDir: source,
      entryPoints: ['src/main.ts'],
      outfile: join(folder, 'main.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      conditions: ['@kushk/source'],
      legalComments: 'none',
      logLevel: 'warning',
    });
    return await pushImage({
      registryUrl,
      name: options.name ?? 'kushk-samples/invoices',
      ...(options.account !== undefined && { account: options.account }),
      files: {
        '/bin/node': { from: process.execPath },
        ...(await librariesOf(process.execPath)),
        '/plugin/dist/main.mjs': { from: join(folder, 'main.mjs') },
        '/plugin/invoices': { from: join(source, 'invoices') },
        '/plugin/pages': { from: join(source, 'pages') },
      },
      config: {
        Entrypoint: ['/bin/node', '--max-old-space-size=128', '/plugin/dist/main.mjs'],
        WorkingDir: '/plugin',
        ExposedPorts: { [`${SAMPLE_IMAGE_PORT}/tcp`]: {} },
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
