/**
 * Bounds the request bodies that a process holds, from before a body is read until the request has ended. A small body
 * is admitted at once or refused; a large one waits before it is read, so until then it costs only the client. No
 * tenant can use up the share of the others.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tenantOf } from '@kushk/contracts';
import { Refused, RETRY_AFTER_SECONDS } from '@kushk/edge';
import type { Authenticated } from '../authentication/caller.js';
import { whenRequestEnds } from './request-end.js';

export interface BodyLimits {
  /** Bytes of all bodies. */
  readonly totalBytes: number;
  /** Bytes of the bodies of one tenant, uploads not counted; a single larger body is admitted alone. */
  readonly perTenantBytes: number;
  /** A body with more bytes is large. */
  readonly largeBytes: number;
  /** Bytes of large bodies that one tenant may have in progress; a single larger one is admitted alone. */
  readonly largeBytesPerTenant: number;
  /** A body with more bytes is an upload. */
  readonly uploadBytes: number;
  readonly uploads: number;
  /** Less than `uploads`, so that one tenant with slow connections does not stop the uploads of the others. */
  readonly uploadsPerTenant: number;
  /** Bodies of one tenant that may wait. */
  readonly waiting: number;
  /** The rest of the request's 10 seconds is for reading the body and for the response. */
  readonly waitMs: number;
}
export const BODY_LIMITS: BodyLimits = {
  totalBytes: 64 * 1024 * 1024,
  perTenantBytes: 16 * 1024 * 1024,
  largeBytes: 64 * 1024,
  largeBytesPerTenant: 1024 * 1024,
  uploadBytes: 1024 * 1024,
  uploads: 3,
  uploadsPerTenant: 2,
  waiting: 200,
  waitMs: 7_000,
};

type Size = 'small' | 'large' | 'upload';
interface Body {
  readonly tenant: string;
  readonly bytes: number;
  readonly size: Size;
}
interface Waiting extends Body {
  readonly admit: () => void;
}
interface Held {
  bytes: number;
  largeBytes: number;
  uploads: number;
}

export class BodyAdmission {
  private totalBytes = 0;
  private uploads = 0;
  private readonly tenants = new Map<string, Held>();
  /** By tenant and size, the queue that was served last at the end. */
  private readonly queues = new Map<string, Waiting[]>();

  constructor(private readonly limits: BodyLimits = BODY_LIMITS) {}

  /** Bytes of the bodies that are held now. */
  get heldBytes(): number {
    return this.totalBytes;
  }

  /**
   * Resolves when the body may be read, with a function to call when the request has ended. Rejects with
   * `gateway.busy` when there is no room for a small body, when too many bodies of the tenant wait, or when this one
   * has waited for too long.
   */
  async admit(tenant: string, bytes: number): Promise<() => void> {
    const body: Body = { tenant, bytes, size: this.sizeOf(bytes) };
    if (body.size === 'small') {
      if (!this.fits(body)) throw busy();
      this.hold(body, 1);
    } else if (this.queues.has(keyOf(body)) || !this.fits(body)) {
      await this.wait(body);
    } else {
      this.hold(body, 1);
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.hold(body, -1);
      this.admitWaiting();
    };
  }

  private sizeOf(bytes: number): Size {
    if (bytes <= this.limits.largeBytes) return 'small';
    return bytes <= this.limits.uploadBytes ? 'large' : 'upload';
  }

  private fits({ tenant, bytes, size }: Body): boolean {
    const { limits } = this;
    if (this.totalBytes + bytes > limits.totalBytes) return false;
    const held = this.tenants.get(tenant);
    if (held === undefined) return size !== 'upload' || this.uploads < limits.uploads;
    const isWithin = (now: number, most: number): boolean => now === 0 || now + bytes <= most;
    switch (size) {
      case 'small':
        return isWithin(held.bytes, limits.perTenantBytes);
      case 'large':
        return isWithin(held.bytes, limits.perTenantBytes) && isWithin(held.largeBytes, limits.largeBytesPerTenant);
      case 'upload':
        return this.uploads < limits.uploads && held.uploads < limits.uploadsPerTenant;
    }
  }

  private hold({ tenant, bytes, size }: Body, sign: 1 | -1): void {
    const held = this.tenants.get(tenant) ?? { bytes: 0, largeBytes: 0, uploads: 0 };
    this.tenants.set(tenant, held);
    this.totalBytes += sign * bytes;
    if (size === 'upload') {
      this.uploads += sign;
      held.uploads += sign;
    } else {
      held.bytes += sign * bytes;
      if (size === 'large') held.largeBytes += sign * bytes;
    }
    if (held.bytes === 0 && held.uploads === 0) this.tenants.delete(tenant);
  }

  private wait(body: Body): Promise<void> {
    const key = keyOf(body);
    const queue = this.queues.get(key) ?? [];
    if (queue.length >= this.limits.waiting) return Promise.reject(busy());
    this.queues.set(key, queue);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...body,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        if (queue.length === 0) this.queues.delete(key);
        reject(busy());
        this.admitWaiting();
      }, this.limits.waitMs).unref();
      queue.push(waiting);
    });
  }

  /** Admits from each queue in turn until nothing fits. */
  private admitWaiting(): void {
    for (let isAdmitted = true; isAdmitted;) {
      isAdmitted = false;
      for (const [key, queue] of [...this.queues]) {
        const [next] = queue;
        if (next === undefined || !this.fits(next)) continue;
        queue.shift();
        this.queues.delete(key);
        if (queue.length > 0) this.queues.set(key, queue);
        this.hold(next, 1);
        next.admit();
        isAdmitted = true;
      }
    }
  }
}

/** Waits until the body of an authenticated request may be read, and holds it until the request ends. */
export async function admitBody(
  bodies: BodyAdmission,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { name, actor }: Authenticated<unknown>,
): Promise<void> {
  const bytes = bodyBytes(request.headers, request.routeOptions.bodyLimit);
  if (bytes === 0) return;
  const release = await bodies.admit(tenantOf(actor) ?? name, bytes);
  whenRequestEnds(request, reply, release);
}

/** Returns the bytes of a body: its announced length, or the largest one when it has no length. */
export function bodyBytes(headers: Readonly<Record<string, unknown>>, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes;
  const length = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? Math.min(length, maxBytes) : maxBytes;
}

function keyOf({ tenant, size }: Body): string {
  return `${size} ${tenant}`;
}

function busy(): Refused {
  return Refused.byService({ code: 'gateway.busy', params: { retry_after_seconds: RETRY_AFTER_SECONDS } });
}
