import type { ContentStoreConfig } from '@kushk/runtime';
import { DiskObjects } from './disk-objects.client.js';
import type { ObjectStore } from './object-store.js';

/** Opens the configured storage. The client of object storage is loaded only when it is used. */
export async function openObjectStore(config: ContentStoreConfig): Promise<ObjectStore> {
  switch (config.driver) {
    case 'disk':
      return new DiskObjects(config.folder);
    case 's3': {
      const { S3Objects } = await import('./s3-objects.client.js');
      return new S3Objects(config);
    }
  }
}
