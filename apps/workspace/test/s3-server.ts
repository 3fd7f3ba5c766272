/** An S3-compatible server for tests, in this process. */
import { loadS3Server } from '../../../tools/check/development/s3-server.js';

/** The key id and the secret that the server accepts. */
export const S3_CREDENTIALS = { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' } as const;

/** Starts a server that stores the objects of one bucket in a folder. */
export async function startS3Server(
  directory: string,
  bucket: string,
): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const Server = await loadS3Server();
  const configureBuckets = [{ name: bucket, configs: [] }];
  const server = new Server({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
