import { describe, expect, it } from '@jest/globals';
import { canSee } from './visibility.js';

const member = { id: 'per_1', role: 'member' } as const;
const admin = { id: 'per_2', role: 'admin' } as const;

describe('canSee', () => {
  it.each([
    ['everyone sees a record without a list of people', null, false, { member: true, admin: true, plugin: true }],
    ['the listed people see the record', ['per_1'], false, { member: true, admin: false, plugin: false }],
    ['admins see a record that includes them', ['per_3'], true, { member: false, admin: true, plugin: false }],
    ['nobody sees a record with an empty list', [], false, { member: false, admin: false, plugin: false }],
  ])('%s', (_title, personIds, admins, expected) => {
    const seen = (viewer: Parameters<typeof canSee>[0]) => canSee(viewer, { personIds, admins });
    expect({ member: seen(member), admin: seen(admin), plugin: seen(null) }).toEqual(expected);
  });
});
