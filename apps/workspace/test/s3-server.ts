/** An S3-compatible server for tests, in this process. */
interface S3Server {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}
type S3ServerClass = new (options: object) => S3Server;

/** The package has no types, so it is imported by a name that the compiler does not resolve. */
const PACKAGE: string = 's3rver';
/** The key id and the secret that the server accepts. */
export const S3_CREDENTIALS = { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' } as const;

/** Starts a server that stores the objects of one bucket in a folder. */
export async function startS3Server(
  directory: string,
  bucket: string,
): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const { default: Server } = (await import(PACKAGE)) as { readonly default: S3ServerClass };
  const configureBuckets = [{ name: bucket, configs: [] }];
  const server = new Server({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
