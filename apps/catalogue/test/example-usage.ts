/** Examples for the specs. */
import type { InstanceUsageItem } from '@kushk/contracts';

export const target = { publisherId: 'acme', month: '2026-11', instanceId: 'i1' };
export const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();

export function itemWith(sequence: number, more: Partial<InstanceUsageItem> = {}): InstanceUsageItem {
  return {
    plugin_id: 'ir.acme.invoices',
    alias: 'a',
    sequence,
    mu_consumed: String(sequence),
    mu_purchased: '0',
    mu_gifted: '50',
    mu_reversed: '0',
    mu_revoked: '0',
    proposals_applied: sequence,
    proposals_rejected: 0,
    services: [{ service: 'ocr.page', count: sequence, mu: String(sequence) }],
    ...more,
  };
}
