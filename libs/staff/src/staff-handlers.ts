import { idempotencyOf, metaOf, respond, type RequestContext } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOfRows,
  type Page,
  type ReplyOf,
  type RequestOf,
  type StaffRequests,
  type StaffResource,
} from '@kushk/contracts';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { PersonSessions, SessionEnder } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
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
  return [staffQueries(requests, staffRoles), staffCommands(requests, staffRoles)];
}

function staffQueries<Role extends string>(requests: StaffRequests<Role>, { roles: required }: StaffRoles<Role>) {
  @Controller()
  class StaffQueries {
    constructor(
      private readonly store: EventStore,
      private readonly sessions: PersonSessions,
      private readonly staff: StaffRows,
    ) {}

    /** Reads the stored roles on every request, so that a change counts from the next request on, on every gateway. */
    @MessagePattern(requests.authenticateStaff.subject)
    async authenticate({
      subject,
      session_key,
    }: RequestOf<typeof requests.authenticateStaff>): Promise<Outcome<ReplyOf<typeof requests.authenticateStaff>>> {
      if (session_key !== undefined && (await this.sessions.isSignedOut(session_key)))
        return refuse('auth.token_invalid');
      const { state } = await this.store.load(streamRef(staffStream, staffIdOf(subject)));
      const roles = rolesOf(state) as readonly Role[];
      return roles.length === 0
        ? refuse('auth.role_missing', { required })
        : respond({ subject, roles, name: nameOf(state) });
    }

    @MessagePattern(requests.listStaff.subject)
    async list({ limit, cursor }: RequestOf<typeof requests.listStaff>): Promise<Outcome<Page<StaffResource<Role>>>> {
      const start = keyAfterCursor(cursor);
      if (start === undefined) return refuse('cursor.invalid');
      const rows = await this.staff.list(start, limit + 1);
      const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
      return respond({ items: pageRows.map(({ resource }) => staffToWire<Role>(resource)), next_cursor });
    }
  }
  return StaffQueries;
}

function staffCommands<Role extends string>(requests: StaffRequests<Role>, { leadRole }: StaffRoles<Role>) {
  @Controller()
  class StaffCommands {
    constructor(
      private readonly store: EventStore,
      private readonly sessions: SessionEnder,
    ) {}

    @MessagePattern(requests.addStaff.subject)
    async add(
      { subject, name, roles, by, idempotency }: RequestOf<typeof requests.addStaff>,
      context: RequestContext,
    ): Promise<Outcome<StaffResource<Role>>> {
      const command = { subject, name, roles, leadRole, by, at: now().toISOString() };
      return await this.store.run({
        name: 'AddStaff',
        streams: staffStreams(staffIdOf(subject)),
        decide: (states) => mapReply(addStaff(command, states), staffToWire<Role>),
        idempotency: idempotencyOf(idempotency),
        meta: metaOf(context),
      });
    }

    @MessagePattern(requests.changeStaff.subject)
    async change(
      { id, name, roles, by, idempotency }: RequestOf<typeof requests.changeStaff>,
      context: RequestContext,
    ): Promise<Outcome<StaffResource<Role>>> {
      const command = { name, roles, leadRole, by, at: now().toISOString() };
      const outcome = await this.store.run({
        name: 'ChangeStaff',
        streams: staffStreams(id),
        decide: (states) => mapReply(changeStaff(command, states), staffToWire<Role>),
        idempotency: idempotencyOf(idempotency),
        meta: metaOf(context),
      });
      if (outcome.accepted) await this.sessions.endIfWithoutRole({ subject: outcome.reply.subject }, metaOf(context));
      return outcome;
    }

    @MessagePattern(requests.removeStaff.subject)
    async remove(
      { id, by, idempotency }: RequestOf<typeof requests.removeStaff>,
      context: RequestContext,
    ): Promise<Outcome<null>> {
      const command = { leadRole, by, at: now().toISOString() };
      const outcome = await this.store.run({
        name: 'RemoveStaff',
        streams: staffStreams(id),
        decide: (states) => removeStaff(command, states),
        idempotency: idempotencyOf(idempotency),
        meta: metaOf(context),
      });
      const { state } = await this.store.load(streamRef(staffStream, id));
      if (outcome.accepted && state.status !== 'absent')
        await this.sessions.endIfWithoutRole({ subject: state.subject }, metaOf(context));
      return outcome;
    }
  }
  return StaffCommands;
}
