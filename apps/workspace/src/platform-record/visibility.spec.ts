import { describe, expect, it } from '@jest/globals';
import { canSee } from './visibility.js';

const member = { id: 'per_1', role: 'member' } as const;
const admin = { id: 'per_2', role: 'admin' } as const;

describe('canSee', () => {
  it.each([
    [
      'everyone sees a record without a list of people',
      { personIds: null, admins: false },
      { member: true, admin: true, plugin: true },
    ],
    [
      'the listed people see the record',
      { personIds: ['per_1'], admins: false },
      { member: true, admin: false, plugin: false },
    ],
    [
      'admins see a record that includes them',
      { personIds: ['per_3'], admins: true },
      { member: false, admin: true, plugin: false },
    ],
    [
      'nobody sees a record with an empty list',
      { personIds: [], admins: false },
      { member: false, admin: false, plugin: false },
    ],
  ])('%s', (_title, visibility, expected) => {
    const seen = (viewer: Parameters<typeof canSee>[0]) => canSee(viewer, visibility);
    expect({ member: seen(member), admin: seen(admin), plugin: seen(null) }).toEqual(expected);
  });
});
