/** The store of contents: a file or an object is written and deleted. */
import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionProblem, type ContentStoreConfig, type S3ContentConfig } from '@kushk/runtime';
import { folderOf } from '../folder/processes.js';
import { ok, wrong, type Finding, type Part } from './finding.js';
import { storedVariable, type StoredDeployment } from '../folder/stored-deployment.js';

const timeoutMs = 5_000;

export function contentStorePart(deployment: StoredDeployment): Part {
  return {
    about: 'contents',
    find: async () => {
      const text = storedVariable(deployment, 'workspace', 'KUSHK_CONTENT_STORE');
      if (text === undefined) return [wrong('contents', 'KUSHK_CONTENT_STORE is missing: run kushk-deploy init again')];
      const store = JSON.parse(text) as ContentStoreConfig;
      return [store.driver === 'disk' ? await findFolder(store.folder, deployment) : await findBucket(store)];
    },
  };
}

async function findFolder(folder: string, deployment: StoredDeployment): Promise<Finding> {
  const about = `contents ${folder}`;
  const file = join(folder, `kushk-deploy-check-${randomUUID()}`);
  try {
    const found = await stat(folder);
    if (!found.isDirectory()) return wrong(about, 'it is no folder');
    // The process runs as the user that owns its secrets; this command may be root, which may write everywhere.
    const { uid } = await stat(join(deployment.folder, folderOf('workspace'), 'secrets'));
    if (uid !== 0 && found.uid !== uid && (found.mode & 0o002) === 0)
      return wrong(about, `it belongs to user ${found.uid}, and the process workspace is user ${uid}: chown it`);
    await writeFile(file, 'check', { flush: true });
    await rm(file);
    return ok(about, 'writable');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return wrong(
      about,
      code === 'ENOENT'
        ? 'the folder does not exist: create it for the user of the process workspace'
        : `it is not writable (${code}): give it to the user of the process workspace, and free space`,
    );
  }
}

async function findBucket(store: S3ContentConfig): Promise<Finding> {
  const about = `contents s3 ${store.bucket}`;
  const { endpoint, region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = store;
  // Loaded only where it is needed.
  const { DeleteObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
  });
  const object = { Bucket: store.bucket, Key: `${store.prefix ?? ''}kushk-deploy-check-${randomUUID()}` };
  const abortSignal = AbortSignal.timeout(timeoutMs);
  try {
    await client.send(new PutObjectCommand({ ...object, Body: 'check' }), { abortSignal });
    await client.send(new DeleteObjectCommand(object), { abortSignal });
    return ok(about, 'writable');
  } catch (error) {
    return wrong(about, `${connectionProblem(error)}; correct content_store, or the rights of its access key`);
  } finally {
    client.destroy();
  }
}
