/** The class of s3rver: a server with the API of S3 that runs in the process of a test. */
type S3ServerClass = new (options: object) => { run(): Promise<{ readonly port: number }>; close(): Promise<void> };

/** The package has no types, so it is imported by a name that the compiler does not resolve. */
const PACKAGE: string = 's3rver';

export async function loadS3Server(): Promise<S3ServerClass> {
  const { default: S3Server } = (await import(PACKAGE)) as { readonly default: S3ServerClass };
  return S3Server;
}
