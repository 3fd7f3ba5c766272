import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { StoreUnavailable } from '@kushk/event-store';
import type { S3ContentConfig } from '@kushk/runtime';
import { ObjectMissing, objectPath, type ObjectName, type ObjectStore } from './object-store.js';

interface S3Timeouts {
  readonly connectMs: number;
  /** One attempt, until the response begins. */
  readonly attemptMs: number;
  /** All attempts, with the body of the response. */
  readonly totalMs: number;
}
/** The request to the service has 10 s. */
const TIMEOUTS: S3Timeouts = { connectMs: 2_000, attemptMs: 4_000, totalMs: 8_000 };
const MAX_ATTEMPTS = 2;
/** Names and codes of errors: the last one is of a response whose body did not arrive in time. */
const TIMED_OUT = ['TimeoutError', 'AbortError', 'ECONNRESET'];
const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/** Stores objects in a bucket of S3-compatible storage. */
export class S3Objects implements ObjectStore {
  private readonly client: S3Client;

  constructor(
    private readonly config: S3ContentConfig,
    private readonly timeouts: S3Timeouts = TIMEOUTS,
  ) {
    const { endpoint, region, access_key_id, secret_access_key } = config;
    this.client = new S3Client({
      ...(endpoint !== undefined && { endpoint }),
      region,
      // Names of buckets as a part of the host need wildcard DNS, which self-hosted storage rarely has.
      forcePathStyle: endpoint !== undefined,
      credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
      maxAttempts: MAX_ATTEMPTS,
      // Storage other than Amazon's does not know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: timeouts.connectMs,
        requestTimeout: timeouts.attemptMs,
        // Otherwise the client only logs a warning and goes on waiting.
        throwOnRequestTimeout: true,
      },
    });
  }

  async put(name: ObjectName, parts: Iterable<Buffer>): Promise<void> {
    const Body = Buffer.concat([...parts]);
    await this.client.send(new PutObjectCommand({ ...this.at(name), Body }), this.untilTimeout()).catch(rethrow);
  }

  async read(name: ObjectName, { start, bytes }: { readonly start: number; readonly bytes: number }): Promise<Buffer> {
    if (bytes === 0) return Buffer.alloc(0);
    try {
      const range = `bytes=${start}-${start + bytes - 1}`;
      const command = new GetObjectCommand({ ...this.at(name), Range: range });
      const { Body } = await this.client.send(command, this.untilTimeout());
      const read = Buffer.from((await Body?.transformToByteArray()) ?? []);
      if (read.length !== bytes) throw new RangeError('the object is shorter than the content');
      return read;
    } catch (error) {
      if (error instanceof NoSuchKey) throw new ObjectMissing('the object does not exist');
      return rethrow(error);
    }
  }

  async remove(name: ObjectName): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.at(name)), this.untilTimeout()).catch(rethrow);
  }

  /** Objects appear in a bucket only as a whole, so nothing is left behind. */
  removeLeftovers(): Promise<void> {
    return Promise.resolve();
  }

  async check(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.config.bucket }), this.untilTimeout());
  }

  private untilTimeout(): { readonly abortSignal: AbortSignal } {
    return { abortSignal: AbortSignal.timeout(this.timeouts.totalMs) };
  }

  private at(name: ObjectName): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.config.bucket, Key: `${this.config.prefix ?? ''}${objectPath(name)}` };
  }
}

/** Storage that is overloaded, fails or does not answer is unavailable: the request can be sent again. */
function rethrow(error: unknown): never {
  const {
    name = '',
    code = '',
    $metadata,
  } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  const isTimedOut = TIMED_OUT.includes(name) || TIMED_OUT.includes(code);
  if (isTimedOut || status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR)
    throw new StoreUnavailable('the object storage is unavailable', { cause: error });
  throw error;
}
