/**
 * `npm run gallery` serves the gallery of libs/ui (apps/instance-pages/src/gallery) and reloads what is edited. With
 * `--built` it serves one build, for the component tests, and ends with its standard input.
 */
import { build, createServer, preview } from 'vite';
import { galleryConfig } from './vite-config.js';

const HOST = '127.0.0.1';

/** Builds the gallery and serves it. Returns its address. */
export async function serveBuiltGallery(): Promise<{ readonly address: string; readonly stop: () => Promise<void> }> {
  await build(galleryConfig());
  const server = await preview({ ...galleryConfig(), preview: { host: HOST, port: 0 } });
  return { address: server.resolvedUrls!.local[0]!, stop: () => server.close() };
}

async function serve(): Promise<string> {
  if (process.argv.includes('--built')) {
    const { address, stop } = await serveBuiltGallery();
    process.stdin.on('close', () => void stop()).resume();
    return address;
  }
  const server = await createServer({ ...galleryConfig(), server: { host: HOST } });
  await server.listen();
  return server.resolvedUrls!.local[0]!;
}

if (import.meta.main) console.log(await serve());
