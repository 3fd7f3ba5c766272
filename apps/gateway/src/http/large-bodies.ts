/**
 * Admits requests with large bodies, so that one tenant's uploads do not fill the memory and the time of the gateway
 * and of the services behind it. A request waits before its body is read: until then the body costs only the client.
 * Requests with small bodies never wait.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tenantOf, type Actor } from '@kushk/contracts';
import { Refused, RETRY_AFTER_SECONDS } from '@kushk/edge';

export interface LargeBodyLimits {
  /** A body with more bytes is large. */
  readonly largeBytes: number;
  /** Bytes of large bodies that one tenant may have in progress; a single larger one is admitted alone. */
  readonly bytesInProgress: number;
  /** Requests of one tenant that may wait. */
  readonly waiting: number;
  /** The rest of the request's 10 seconds is for reading the body and for the answer. */
  readonly waitMs: number;
}
export const largeBodyLimits: LargeBodyLimits = {
  largeBytes: 64 * 1024,
  bytesInProgress: 1024 * 1024,
  waiting: 200,
  waitMs: 7_000,
};

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}
interface Tenant {
  bytes: number;
  readonly queue: Waiting[];
}

export class LargeBodies {
  private readonly tenants = new Map<string | null, Tenant>();

  constructor(private readonly limits: LargeBodyLimits = largeBodyLimits) {}

  /**
   * Resolves when the body may be read, with a function to call when the request has ended. Rejects with
   * `gateway.busy` when too many requests of the tenant wait, or when the request has waited for too long.
   */
  async admit(name: string | null, bytes: number): Promise<() => void> {
    if (bytes <= this.limits.largeBytes) return () => undefined;
    const tenant = this.tenants.get(name) ?? { bytes: 0, queue: [] };
    this.tenants.set(name, tenant);
    if (tenant.queue.length > 0 || !this.fits(tenant, bytes)) await this.wait(tenant, bytes);
    else tenant.bytes += bytes;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      tenant.bytes -= bytes;
      this.admitWaiting(tenant);
      if (tenant.bytes === 0 && tenant.queue.length === 0) this.tenants.delete(name);
    };
  }

  private wait(tenant: Tenant, bytes: number): Promise<void> {
    const busy = (): Refused =>
      Refused.byService({ code: 'gateway.busy', params: { retry_after_seconds: RETRY_AFTER_SECONDS } });
    if (tenant.queue.length >= this.limits.waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        tenant.queue.splice(tenant.queue.indexOf(waiting), 1);
        reject(busy());
        this.admitWaiting(tenant);
      }, this.limits.waitMs).unref();
      tenant.queue.push(waiting);
    });
  }

  private admitWaiting(tenant: Tenant): void {
    for (let [next] = tenant.queue; next !== undefined && this.fits(tenant, next.bytes); [next] = tenant.queue) {
      tenant.queue.shift();
      tenant.bytes += next.bytes;
      next.admit();
    }
  }

  private fits(tenant: Tenant, bytes: number): boolean {
    return tenant.bytes === 0 || tenant.bytes + bytes <= this.limits.bytesInProgress;
  }
}

/** Waits until the body of an authenticated request may be read. */
export async function admitBody(
  bodies: LargeBodies,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  actor: Actor,
): Promise<void> {
  const release = await bodies.admit(tenantOf(actor), bodyBytes(request));
  if (reply.raw.closed || reply.raw.destroyed) release();
  else reply.raw.once('close', release);
}

/** The announced size of the body. A body without an announced size may be as large as the route allows. */
function bodyBytes(request: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length !== undefined) return Number(length);
  return encoding === undefined ? 0 : request.routeOptions.bodyLimit;
}
