import { commandHandler, pageHandler, queryHandler, respond } from '@kushk/broker';
import { pageOfRows, type StaffRequests } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { PersonSessions, SessionEnder } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { addStaff } from './add-staff.js';
import { changeStaff } from './change-staff.js';
import { removeStaff } from './remove-staff.js';
import { staffIdOf, staffStream } from './staff-member.js';
import { staffStreams } from './staff-streams.js';
import { nameOf, rolesOf, staffToWire } from './staff-to-wire.js';
import { StaffRows } from './staff.view.js';

export interface StaffRoles<Role extends string> {
  readonly roles: readonly Role[];
  /** The role that manages staff. */
  readonly leadRole: Role;
}

/** Returns the controllers that handle the requests of one service about its staff. */
export function staffHandlers<Role extends string>(requests: StaffRequests<Role>, staffRoles: StaffRoles<Role>) {
  return [...staffQueries(requests, staffRoles), ...staffCommands(requests, staffRoles)];
}

function staffQueries<Role extends string>(requests: StaffRequests<Role>, { roles: required }: StaffRoles<Role>) {
  return [
    // Reads the stored roles on every request, so that a change counts from the next request on, on every gateway.
    queryHandler(
      requests.authenticateStaff,
      { store: EventStore, sessions: PersonSessions },
      async ({ session_key, ...identity }, { store, sessions }) => {
        if (session_key !== undefined && (await sessions.isSignedOut({ ...identity, session_key })))
          return refuse('auth.token_invalid');
        const { subject } = identity;
        const { state } = await store.load(streamRef(staffStream, staffIdOf(subject)));
        const roles = rolesOf(state) as readonly Role[];
        return roles.length === 0
          ? refuse('auth.role_missing', { required })
          : respond({ subject, roles, name: nameOf(state) });
      },
    ),
    pageHandler(requests.listStaff, { staff: StaffRows }, async ({ limit }, { staff }, start) => {
      const rows = await staff.list(start, limit + 1);
      const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
      return respond({ items: pageRows.map(({ resource }) => staffToWire<Role>(resource)), next_cursor });
    }),
  ];
}

function staffCommands<Role extends string>(requests: StaffRequests<Role>, { leadRole }: StaffRoles<Role>) {
  return [
    commandHandler(requests.addStaff, {
      name: 'AddStaff',
      command: ({ subject, name, roles, by }) => ({ subject, name, roles, leadRole, by, at: now().toISOString() }),
      streams: ({ subject }) => staffStreams(staffIdOf(subject)),
      decide: (command, states) => mapReply(addStaff(command, states), staffToWire<Role>),
    }),
    commandHandler(
      requests.changeStaff,
      { ender: SessionEnder },
      async ({ id, name, roles, by }, { ender }, { run, meta }) => {
        const outcome = await run({
          name: 'ChangeStaff',
          streams: staffStreams(id),
          command: { name, roles, leadRole, by, at: now().toISOString() },
          decide: (command, states) => mapReply(changeStaff(command, states), staffToWire<Role>),
        });
        if (outcome.accepted) await ender.endIfWithoutRole({ subject: outcome.reply.subject }, meta);
        return outcome;
      },
    ),
    commandHandler(
      requests.removeStaff,
      { store: EventStore, ender: SessionEnder },
      async ({ id, by }, { store, ender }, { run, meta }) => {
        const outcome = await run({
          name: 'RemoveStaff',
          streams: staffStreams(id),
          command: { leadRole, by, at: now().toISOString() },
          decide: (command, states) => removeStaff(command, states),
        });
        const { state } = await store.load(streamRef(staffStream, id));
        if (outcome.accepted && state.status !== 'absent')
          await ender.endIfWithoutRole({ subject: state.subject }, meta);
        return outcome;
      },
    ),
  ];
}
