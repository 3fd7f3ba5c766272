/**
 * Bounds the replies of services that a process holds, from their arrival until the connection has taken the response.
 * Without this bound, every connection of a client that does not read could hold a page of the largest size.
 */
import { Refused, RETRY_AFTER_SECONDS } from '@kushk/edge';

export interface ReplyLimits {
  /** Bytes of all replies. */
  readonly totalBytes: number;
  /** Bytes of the replies of one tenant; a single larger reply is accepted alone. */
  readonly perTenantBytes: number;
}
export const REPLY_LIMITS: ReplyLimits = { totalBytes: 64 * 1024 * 1024, perTenantBytes: 16 * 1024 * 1024 };

export class ReplyBudget {
  private totalBytes = 0;
  private readonly tenants = new Map<string, number>();

  constructor(private readonly limits: ReplyLimits = REPLY_LIMITS) {}

  /** Bytes of the replies that are held now. */
  get heldBytes(): number {
    return this.totalBytes;
  }

  /** The replies of one request. They arrive one after the other, so the request holds as much as the largest one. */
  ofRequest(tenant: string): RepliesOfRequest {
    let held = 0;
    let hasEnded = false;
    return {
      accept: (bytes) => {
        const more = bytes - held;
        if (more <= 0 || hasEnded) return;
        this.reserve(tenant, more);
        held = bytes;
      },
      release: () => {
        if (!hasEnded) this.hold(tenant, -held);
        hasEnded = true;
      },
    };
  }

  private reserve(tenant: string, bytes: number): void {
    const own = this.tenants.get(tenant) ?? 0;
    const isOverShare = own > 0 && own + bytes > this.limits.perTenantBytes;
    if (isOverShare || this.totalBytes + bytes > this.limits.totalBytes)
      throw Refused.byService({ code: 'gateway.busy', params: { retry_after_seconds: RETRY_AFTER_SECONDS } });
    this.hold(tenant, bytes);
  }

  private hold(tenant: string, bytes: number): void {
    this.totalBytes += bytes;
    const own = (this.tenants.get(tenant) ?? 0) + bytes;
    if (own > 0) this.tenants.set(tenant, own);
    else this.tenants.delete(tenant);
  }
}

export interface RepliesOfRequest {
  /** Call it before a reply is parsed. Throws `gateway.busy` when there is no room for it. */
  readonly accept: (bytes: number) => void;
  /** Call it when the connection has the response. */
  readonly release: () => void;
}
