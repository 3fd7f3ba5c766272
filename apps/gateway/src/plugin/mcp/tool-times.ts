/**
 * Times in the arguments of tools. Models often know only a day, so a date stands for its start or its end in the time
 * zone of the organisation. What is neither a date nor a time with its offset is rejected with the value that it
 * probably means.
 */
import { isDate, jalaliHint, parseTime } from '@kushk/contracts';
import { DateTime } from 'luxon';
import type { Tool, ToolArguments } from './tool.js';

interface TimeProblem {
  readonly path: string;
  readonly message: string;
}

/** Returns the arguments with times in UTC, or what is wrong with them. */
export function resolveTimes(
  { times }: Pick<Tool, 'times'>,
  given: ToolArguments,
  timezone: string,
): { readonly resolved: ToolArguments } | { readonly problems: readonly TimeProblem[] } {
  if (times === undefined) return { resolved: given };
  const zone = zoneOf(timezone);
  const resolved: Record<string, string | number | undefined> = { ...given };
  const problems: TimeProblem[] = [];
  for (const [name, edge] of Object.entries(times)) {
    const value = given[name];
    if (value === undefined) continue;
    const at = instantOf(String(value), edge, zone);
    if (at === null) problems.push({ path: `/${name}`, message: timeProblem(String(value), zone) });
    else resolved[name] = at;
  }
  const [start, end] = Object.keys(times);
  if (problems.length === 0 && start !== undefined && end !== undefined && isReversed(resolved[start], resolved[end]))
    problems.push({ path: `/${end}`, message: `must be after ${start}` });
  return problems.length > 0 ? { problems } : { resolved };
}

/** The zone of an organisation is any text; one that does not exist is UTC. */
export function zoneOf(timezone: string): string {
  return DateTime.now().setZone(timezone).isValid ? timezone : 'utc';
}

function isReversed(start: string | number | undefined, end: string | number | undefined): boolean {
  return start !== undefined && end !== undefined && start >= end;
}

function instantOf(value: string, edge: 'start' | 'end', zone: string): string | null {
  if (!isDate(value)) return parseTime(value);
  const day = DateTime.fromISO(value, { zone });
  return (edge === 'start' ? day : day.plus({ days: 1 })).startOf('day').toUTC().toISO();
}

function timeProblem(value: string, zone: string): string {
  const { hint } = jalaliHint(isoLike(value));
  if (hint !== undefined) return hint;
  const meant = meantTime(isoLike(value), zone);
  return meant === null
    ? `is no date or time that exists, such as 2026-11-28 or ${meantTime('2026-11-28T09:00', zone)}`
    : `must be a date or a time with its offset: ${meant}`;
}

/** The text with Latin digits, and with the separators of ISO 8601. */
function isoLike(value: string): string {
  return value
    .trim()
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/^\d{4}[/.]\d{1,2}[/.]\d{1,2}/, (day) =>
      day
        .split(/[/.]/)
        .map((part) => part.padStart(2, '0'))
        .join('-'),
    )
    .replace(/^(\S+) +(?=\d)/, '$1T');
}

function meantTime(value: string, zone: string): string | null {
  if (isDate(value)) return value;
  const at = DateTime.fromISO(value, { zone, setZone: true });
  const meant = at.isValid ? at.toISO({ suppressMilliseconds: true }) : null;
  return meant !== null && parseTime(meant) !== null ? meant : null;
}
