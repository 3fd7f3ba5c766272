import { Refused } from '@kushk/edge';

export interface BodyBudgetLimits {
  /** Bytes of request bodies that this process holds at once. */
  readonly totalBytes: number;
  /** The share of one caller: of one tenant, whatever its credentials are. */
  readonly perCallerBytes: number;
}

/**
 * A quarter of the memory for one caller, so that one tenant costs only that tenant. Large bodies of a tenant
 * wait before they are read (large-bodies.ts), so this bound holds for many small ones, and for many tenants together.
 */
export const BODY_BUDGET: BodyBudgetLimits = { totalBytes: 64 * 1024 * 1024, perCallerBytes: 16 * 1024 * 1024 };

/**
 * Bounds the request bodies that a process holds, from before a body is read until its response is sent. Without this
 * bound, every connection could hold a body of the largest size while a service is slow.
 */
export class BodyBudget {
  private total = 0;
  private readonly byCaller = new Map<string, number>();

  constructor(private readonly limits: BodyBudgetLimits) {}

  /** Bytes that are held now. */
  get heldBytes(): number {
    return this.total;
  }

  /**
   * Reserves memory for a body and returns a function that ends the reservation. Throws `gateway.busy` (503 with
   * `Retry-After`) when the caller's share or the total is used up. A caller without another body is accepted while
   * the total lasts, whatever the size.
   */
  reserve(caller: string, bytes: number): () => void {
    const held = this.byCaller.get(caller) ?? 0;
    const isOverShare = held > 0 && held + bytes > this.limits.perCallerBytes;
    if (isOverShare || this.total + bytes > this.limits.totalBytes)
      throw Refused.byService({ code: 'gateway.busy', params: {} });
    this.total += bytes;
    this.byCaller.set(caller, held + bytes);
    let isReserved = true;
    return () => {
      if (!isReserved) return;
      isReserved = false;
      this.total -= bytes;
      const left = (this.byCaller.get(caller) ?? 0) - bytes;
      if (left > 0) this.byCaller.set(caller, left);
      else this.byCaller.delete(caller);
    };
  }
}

/** Returns the bytes to reserve for a body: its announced length, or the largest one when it has no length. */
export function bodyBytes(headers: Readonly<Record<string, unknown>>, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes;
  const length = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? Math.min(length, maxBytes) : maxBytes;
}
