/** The month of the settlement, as the address has it. */
export interface UsageSearch {
  /** Gregorian, `2026-11`; absent: the current month in Tehran. */
  readonly month?: string;
}

export function usageSearchOf({ month }: Record<string, unknown>): UsageSearch {
  return typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {};
}
