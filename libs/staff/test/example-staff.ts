/** Examples for the specs of the decisions. */
import type { RosterFact } from '../src/roster.js';
import { staffIdOf, type StaffFact } from '../src/staff-member.js';

export const at = '2026-11-20T09:00:00.000Z';
export const leadRole = 'operator';

export function added(subject: string, ...roles: string[]): StaffFact {
  return { type: 'StaffAdded', data: { id: staffIdOf(subject), subject, name: subject, roles, by: null, at } };
}
export const removed: StaffFact = { type: 'StaffRemoved', data: { by: 'root', at } };

export function leadJoined(subject: string): RosterFact {
  return { type: 'LeadJoined', data: { id: staffIdOf(subject) } };
}
export function leadLeft(subject: string): RosterFact {
  return { type: 'LeadLeft', data: { id: staffIdOf(subject) } };
}
