/** The times of whole days in Tehran, which has no daylight saving time. `to` is the last day that is shown. */
export function timesOf({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): {
  from?: string;
  to?: string;
} {
  const startOf = (date: string, days: number): string =>
    new Date(Date.parse(`${date}T00:00:00+03:30`) + days * 86_400_000).toISOString();
  return { ...(from !== undefined && { from: startOf(from, 0) }), ...(to !== undefined && { to: startOf(to, 1) }) };
}
